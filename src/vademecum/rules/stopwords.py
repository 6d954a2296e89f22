# ruff: noqa: RUF001 - Cyrillic words look like Latin ones, and are meant
"""Words that carry no topic: left out of queries, kept in the index.

The lists of other languages leave out what is a word of its own in English (`die`, `war`, `son`).
"""

_ENGLISH = """
a about above after again all also am an and any are aren't as at be because been before being below between both but by
can can't cannot could couldn't did didn't do does doesn't doing don't down during each few for from further get got had
hadn't has hasn't have haven't having he her here hers herself him himself his how i i'd i'll i'm i've if in into is
isn't it it's its itself just let's me mention mentioned more most my myself no nor not of off on once only or other our
ours out over own please said same say says she should shouldn't so some such tell than that that's the their theirs
them then there there's these they this those through to told too under until up us very was wasn't we were weren't what
what's when where which while who whom whose why will with won't would wouldn't you your yours
"""
_OTHERS = """
aber als alle allem allen aller auch auf aus bei beim bis bist da damit dann das dass dein dem den denn der des dich
dir doch dort du durch ein eine einem einen einer eines er euch euer für gibt haben hatte hier ich ihm ihn ihr ihre
im ist ja jede jeder jedes kann kannst kein keine können machen mein meine mich mir muss müssen nach nicht noch
nur ob oder ohne sehr sein seine sich sie sind soll sollte über um und uns unser unter vom von vor wann warum was weil
welche welcher welches wenn wer werden wie wieder wir wird wo wurde wurden zu zum zur zwischen
alors au aux avec ce ces cet cette comme comment dans de des du elle elles en est et eux faire il ils je la le les leur
leurs lui ma mais mes moi mon même ne nos notre nous où par pas peut plus pourquoi quand que quel quelle quels qui
quoi sa ses si sont sur ta tes toi tu un une vos votre vous été être
al algo como con cual cuando cuál cuándo cómo del desde donde dónde el ella ellos en entre era eres esa ese eso esta
estaba estar este esto está están fue hace hacer hasta hay la las lo los más mi mis muy nada ni nos o para pero por
porque puede que quien quién qué se ser si sobre su sus también te tengo tiene todo tu tus un una uno unos y ya yo
anche che chi cosa cui da dal dalla degli dei del della delle di e gli ho il la le lei lo loro ma
mia mio ne nei nella noi non o per perché più quale quando quanto quello questa questo se sei si sono sta su sul sulla
suo tra un una uno voi è
ao aos as com como da das do dos e ela ele eles em entre essa esse esta estava este eu foi isso isto já mais mas me meu
minha muito na nas nem no nos não o onde ou para pela pelo por qual quando que quem se sem ser seu seus sua são
também te tem um uma você à é
aan bij dat deze dit een en er geen hebben heeft het hij hoe ik je kan maar mijn moet naar niet nog ook onder ons op
te tot uit van veel voor waar waarom wanneer wat wel welke werd wij wordt worden zal ze zich zijn zij
albo ale bardzo bez być był była było być bo co czemu czy czyli dla dlaczego dlatego do gdy gdzie i ich ja jak jaka
jaki jakie jako je jednak jego jej jestem jeszcze jeśli jeżeli już kiedy kto która które który lub ma mają mam mi
mnie może można mój na nad nam nas nasz nasze nie nich niego niż o od on ona oni oraz po poza przed przez przy są się
sobie ta tak także tam te tego tej ten teraz też to tu twój ty tych tylko tym w we więc wszystko z za ze że żeby
а без бы был была были было в вам вас весь во вот все всего вы где да для до его ее если есть еще же за и из или им их к
как какой когда кто ли меня мне мы на нам нас не нет но о об он она они от по при с со так также там то того только ты у
уже что чтобы это этого этот я
的 了 吗 呢 吧 是 在 和 我 你 他 她 们 什么 怎么 如何 为什么 哪个 哪里 我们 你们 他们 这个 那个 一个 可以 有没 没有
"""

_IN_ENGLISH = frozenset(_ENGLISH.split())
_ELSEWHERE = frozenset(_OTHERS.split()) - _IN_ENGLISH

STOP_WORDS = _IN_ENGLISH | _ELSEWHERE
"""Case-folded, as a person writes them; apostrophes are straight."""

_EVERYDAY = """
able add allow almost already always another answer anyone anything ask away back bad begin believe best better big
bit bring buy care choose come compare consider create cut day days decide deep describe different difference do easy
else enjoy enough even ever every everyone everything example explain fact far fast feel few find first follow fun
future general generate get give going good great group guess hand happen happy hard have hear hello help hi high hold
home hope hour idea important instead interesting issue keep kind know large last late later learn least leave left
less let life like little long look lot love low make many may maybe mean meaning might mind minute moment month move
much
must name need never new next nice night nobody nothing now number often ok okay old one open pay people person
perhaps plan play please possible possibly pretty probably problem put question quick quite ready real really reason
recent recommend remember right room say see seem several short side since small someone something sometimes soon sort
sound special stay step still story stuff suggest sure take talk tall thank thanks thing things think three time today
together tomorrow tonight try turn two understand use used useful usual usually wait walk want way week well whole
wish wonder word work world worry write wrong year years yes yesterday yet young
"""

_EVERYDAY_ELSEWHERE = """
allerdings alles andere anderen anderer anderes anders baue beide beiden bekomme bekommen bekommt benutze bereits
besser beste bevor bitte bleibt brauche brauchen braucht bringt danach daran darauf daraus darf darfst darin davon
dazu derzeit deshalb diese diesem diesen dieser dieses drei drin dürfen eben ebenfalls egal eigentlich einbauen
einfach einige einmal endlich erst erste erstelle ersten erstmal etwa etwas falls fange fehlt finde findet fragen
funktioniert füge ganze ganzen geben gehen geht gemacht genau genug gerade gerne gestern gewesen gib gleich gut gute
guten habe haben hallo heute hilf hin hinzu hole immer irgendwie irgendwo jemand jetzt kam kaum keiner klappt komisch
kommen kommt komplett kurz könnte könnten lange lasse lassen laut leider letzte letzten lieber los läuft mach mache
machst macht manchmal mehr meine meiner mit morgen musst mussten möchte mögen nachdem nehme nehmen neu neue neuen
neuer neues nichts nie niemand nimm noch nochmal nächste nächsten oben oft passiert passt prüf prüfe richtig sag sage
sagt schau schaue schnell schon schreib schreibe sehe sehen seit seitdem sieht sofort sogar sollen sollst sollten
sonst später starte statt stehen steht stelle stimmt such trotzdem tut unbedingt unsere unserem unseren unserer unten
verstehe versuche viel viele vielleicht vorher wegen weiter weiß welchem welchen wenig wenigstens weshalb wieso
wieviel willst wirklich wissen wohin wollen wollte wollten womit wäre wären wüsste zeig zeige ziemlich zuerst zuletzt
zurück zusammen zwei zweite änder ändere übrigens
afin ainsi ajoute ajouter ajoutez après assez aucun aucune aujourd'hui aussi autre autres avait avant avoir beaucoup
besoin bien bonjour bonne c'est cela celle celui certains ceux chaque chose choses combien corrige corriger crée créer
d'abord demain depuis dernier dernière derrière deux devant devrait dire dis dois doit doivent donc donne donner déjà
encore enfin ensuite entre essaie exemple explique fais fait faites fasse faudrait faut fera fonctionne gros hier ici
j'ai jamais jour jusque laisse lorsque maintenant malgré mauvais meilleur merci met mets mettez mettre mieux modifie
moins montre montrer n'est notamment nouveau nouvelle nouvelles ont ouvre parce parfois parle pendant permet peu peut-
être peuvent peux plusieurs plutôt possible pourquoi pourrait pouvez pouvoir premier première prendre prends presque
problème propose puis qu'il quelque quelques rapidement regarde rend rien sans sauf savoir sera serait seulement
simplement soient sois soit souvent suis sur toujours tous tout toute toutes trois trop trouve trouver très utilise
utiliser va vais vas vers veut veux voici voilà voir vois vont voudrais vraiment vérifie vérifier écrire écris étaient
était étant
ahora algo alguien alguna algunas algunos algún allí antes aquí arregla arreglar aunque ayer añade añadir buen buena
bueno cada cambia cambiar casi cierto comprueba cosa cosas crea crear creo cualquier cuanto cuánto cuántos dame debe
deben debería debo decir deja dejar después dice dime dos ellas ello empezar encima encontrar entonces escribe
escribir estaban estamos estar estoy explica favor funciona gracias gran grande haber había hacemos hacen haga hago
hasta haya haz hecho hola hoy igual intenta ir jamás juntos llama llevar luego lugar mañana mejor menos mientras mira
misma mismo mostrar mucha muchas mucho muchos muestra necesita necesitamos necesito nuestra nuestras nuestro nuestros
nueva nuevas nuevo nuevos nunca otra otras otro otros parece parte pasa pasar pero poco podemos poder podría pon pone
poner ponga posible primer primera primero problema pronto pueden puedes puedo pues queda quiere quiero quita quitar
revisa revisar rápido saber sabes sea según sería siempre siento siguiente sino solo somos soy sólo tal tampoco tan
tanto tarde tenemos tener tiempo tienen tienes toda todas todavía todos tres usa usando usar vamos varias varios vaya
veces ver vez voy vuelve última último
abbiamo aggiungere aggiungi altra altre altri altro ancora avere aveva bene bisogna c'è cambiare ciao cioè come
controlla controllare correggi così creare cui davvero deve devi devo devono dimmi domani dopo dove dovrebbe due fa
facciamo fai fammi fanno fare fatto fine forse funziona già gli grazie hai hanno ieri insieme invece lì ma mai male
meglio mentre mettere metti migliore modifica molta molte molti molto mostra mostrare nessuno niente nostra nostre
nostri nostro nuova nuove nuovi nuovo oggi ogni ora però poi possiamo possibile posso potrebbe prima primo proprio
prossimo puoi può qualche qualcosa qualcuno quali quanti queste questi qui quindi sarebbe sarà scrivere scrivi sempre
senza siamo sono sopra sotto spiega stai stanno stato subito succede tempo troppo trova tutta tutte tutti tutto ultima
ultimo usare vai vedere vedi verifica verso voglio volta vorrei
adiciona adicionar adicione agora ainda algum alguma alguém amanhã ambos aqui assim até bem boa bom coisa coisas
coloca coloque consegue corrigir cria criar crie depois devem devemos deveria dia dizer era estou está estão faz fazer
faça fica ficar fiz foram fosse gostaria havia hoje há logo lá maior melhor mesma mesmo mostre muda mudar mude muita
muitas muito muitos nada nenhum nossa nossas nosso nossos nova novas novo novos obrigado olha olá ontem outra outras
outro outros pode podem poderia pois porquê pouco precisa precisamos preciso primeira primeiro próximo põe quais
qualquer quanto quantos quase quer quero remove seja seria sim sobre temos tenho teria tinha todo três tudo use veja
verifique você vocês vou às
alleen altijd ander bekijk beter bijna daar daarna deed denk deze doe doen door eens eerst eerste eigenlijk elke even
gaan gaat gedaan geef goed haal hebt heel hele helpen hierbij iemand iets kijk komen komt krijg kun kunnen kunt laat
laatste laten maak maakt mag maken meer mij moet moeten mogen na nadat niets nieuw nieuwe nodig nooit nu omdat ons
onze ook opeens pas schrijf snel soms staat steeds straks terug toch toen toevoegen tussen vaak vandaag verander
verder verwijder voeg volgende vorige waarmee wanneer weer weet wilde willen wilt zet zie zien zo zodat zoek zonder
zou zouden
aby akurat bardziej będzie będą chce chcę chyba coś czasem czyli dobra dobry dobrze dodaj dodać drugi dwa działa
dzisiaj dziękuję dziś gdyby inne inny jakieś jakiś jakoś jutro każdy kilka kolejny ktoś lepiej masz miał mieć mniej
mogę moja moje może można musi musimy muszę należy napisz napraw nawet niech nigdy nowa nowe nowego nowy ostatni
pierwszy podobnie pokazać pokaż ponieważ popraw potem potrzebuję powiedz powinien powinno poza prawie proszę przecież
raz razem robi robić samo sprawdź szybko są taki takie trochę trzeba trzy tutaj twoje usuń używa używaj wczoraj widzę
wiem więcej wszystkich wszystkie wtedy właśnie zamiast zaraz zawsze zmienić zmień znajdź znowu zobacz zrobić zrób
żaden żadne
больше будем будет будут вдруг ведь везде весь вместо вообще всегда всем всех всю вчера выведи где-то давай даже дай
два две делает делай делать день добавить добавь должен должна должно должны другие другой думаю ему завтра зачем
здесь знаю именно иногда использовать используй исправить исправь каждый кажется какая какие какое кстати куда легко
лишь лучше люди май мало между меньше меня много мной могу могут мож можем может можно мой моя моё надо найди нам
написать напиши например нас наш наша наше наши него нее некоторые немного несколько никак никогда ним них ничего
новая нового новое новой новые новый нужен нужна нужно нужны обычно один одна одно около опять очень перед плохо
поверь подожди пожалуйста пока покажи показать получить поменяй поменять помоги после последний посмотри поставь потом
потому почему почти поэтому появляется при привет проверить проверь просто пусть раз разве расскажи сам сама сами
сделай сделать сегодня сейчас скажи сколько снова совсем спасибо сразу стало такая такие такое такой твой тебе тебя
теперь тех тогда тоже тому точно три туда тут убери убрать удали удалить уже хорошо хотел хотим хоть хочет хочу часто
чего чем через что-то чтоб эта эти этих этой этом этому эту
"""

EVERYDAY_WORDS = frozenset(_EVERYDAY.split()) | (frozenset(_EVERYDAY_ELSEWHERE.split()) - _IN_ENGLISH)
"""Words that tell little even where they are rare: a small vault's own counts cannot know that."""

_WORKADAY = """
app bug code config configuration error fail file folder function handle include issue line miss pick project repo
repository return run script set value
"""

WORKADAY_WORDS = frozenset(_WORKADAY.split())
"""What any prompt of somebody at work on code may say, whatever it is about, without its endings."""

_UNSPACED_FROM = "\u2e80"
_UNSPACED_SHARE = 0.2


def is_english(text: str) -> bool | None:
    """Tell by its small words whether a text is in English; None when there are none, or as many of others."""
    if not text.isascii() and sum([letter >= _UNSPACED_FROM for letter in text]) > _UNSPACED_SHARE * len(text):
        return False
    found = set(text.casefold().split())
    ours, others = len(found & _IN_ENGLISH), len(found & _ELSEWHERE)
    return None if ours == others else ours > others
