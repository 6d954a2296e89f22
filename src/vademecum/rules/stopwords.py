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

EVERYDAY_WORDS = frozenset(_EVERYDAY.split())
"""English words that tell little even where they are rare: a small vault's own counts cannot know that."""

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
