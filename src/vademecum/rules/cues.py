# ruff: noqa: RUF001 - Cyrillic words look like Latin ones, and are meant
"""Signs in a sentence that it states something lasting, in ten languages: data for `rules.extraction`.

Each is matched in a sentence that was case-folded; straight apostrophes.
"""

import re


def _begins(*alternatives: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{'|'.join(alternatives)})")


REMEMBER = _begins(
    r"(?:so )?(?:please )?(?:remember|keep in mind|bear in mind|don't forget|do not forget|make a note|take note)\b"
    r"(?:,|:| that| this:| -)? ?",
    r"(?:for future reference|for the record|note to self|fyi)[,:] ?",
    r"(?:bitte )?(?:merk(?:e)? dir|denk(?:e)? (?:dran|daran)|vergiss nicht|beachte)\b(?: bitte)?(?:,|:)?(?: dass)? ?",
    r"(?:merken|zur erinnerung|notiz)[,:] ?",
    r"(?:souviens-toi|rappelle-toi|retiens|n'oublie pas|à retenir|garde en tête|note bien)\b(?! d[e'])"
    r"(?: que| :|:|,)? ?",
    r"(?:por favor,? )?(?:recuerda|acuérdate|no olvides|ten en cuenta|apunta|para que conste)\b(?: de)?(?: que|:|,)? ?",
    r"(?:por favor,? )?(?:lembre-se|lembra-te|não (?:te )?esqueças?|tenha em mente|anota)\b(?: de)?(?: que|:|,)? ?",
    r"(?:per favore,? )?(?:ricorda(?:ti)?|tieni (?:a mente|presente)|non dimenticare|annota)\b(?: che|:|,)? ?",
    r"(?:onthoud|denk eraan|vergeet niet|houd in gedachten)\b(?: alsjeblieft)?(?: dat|:|,)? ?",
    r"(?:пожалуйста,? )?(?:запомни|имей в виду|не забудь|учти|помни)(?:те)?\b(?:,? что|:|,)? ?",
    r"(?:请)?(?:记住|记得|别忘了|请注意)[,，::]? ?",
    r"(?:覚えておいて|覚えて|忘れないで|メモして)(?:ください|ね)?[、,::。]? ?",
)
"""Said before what is to be remembered."""

ERRAND = re.compile(
    r"^(?:to|when|how|why|what|the time|di|te|когда)\b|\b(?:zu|te) \w+n[.!]?$|"
    r"^(?!server|user|docker|cluster|calendar)\w{2,}(?:ar|er|ir|are|ere|ire|ть|ти)\b(?! is| are)"
)
"""What is asked to be remembered is something to do, once: "remember to run the tests"."""

PASSING = re.compile(
    r"^(?:please )?(?:always|never)[, ](?:the same|mind|seen|again|been|a\b|an\b|happen|work|fail|got|gets|"
    r"heard|tried|had)|"
    r"\b(?:still|failing|fails|failed|broken|crashe[sd]|hangs|not working|doesn't work|wrong|missing|stuck|right now|"
    r"currently|today|forget it)\b|"
    r"\b(?:immer noch|immer wieder|schon wieder|kaputt|geht nicht|funktioniert nicht|nie gesehen|gerade|heute)\b|"
    r"\b(?:toujours (?:pas|la même|le même|rien)|jamais vu|cassée?|ne marche pas|encore une fois|aujourd'hui)\b|"
    r"\b(?:siempre lo mismo|siempre el mismo|nunca (?:he|había) visto|rot[oa]|no funciona|todavía|hoy)\b|"
    r"\b(?:sempre o mesmo|sempre a mesma|nunca vi|quebrad[oa]|não funciona|ainda|hoje)\b|"
    r"\b(?:sempre lo stesso|sempre la stessa|mai visto|rott[oa]|non funziona|ancora|oggi)\b|"
    r"\b(?:altijd hetzelfde|nooit gezien|kapot|werkt niet|nog steeds|vandaag)\b|"
    r"всегда одно и то же|никогда не (?:видел|слышал)|сломан|не работает|до сих пор|опять|снова|сегодня|"
    r"(?:还是|又|坏了|失败|不行|不工作|(?<!从)现在)|(?:まだ|また|壊れ|失敗|動かない|今日)"
)
"""What makes a sentence a complaint or the state of a moment: nothing lasting."""

REMEMBER_AFTER = re.compile(r"(?:を|ことを|と)(?:覚えておいて|覚えて|忘れないで|メモして)(?:ください|ね)?[。.!!]?$")
"""Japanese asks for it at the end."""

RULE = _begins(
    r"(?:from now on|going forward|in (?:the )?future|as a rule|in this (?:repo|repository|project))[,:]? ",
    r"(?:please )?(?:always|never)[, ]",
    r"(?:you|we|i) (?:must|should|want you to|need you to)(?: always| never|n't ever) ",
    r"(?:don't|do not) ever ",
    r"we (?:always|never) ",
    r"(?:i|we) (?:strongly )?prefer ",
    r"(?:ab (?:jetzt|sofort)|von nun an|künftig|in zukunft|grundsätzlich)[, ]",
    r"(?:bitte )?(?:immer|niemals|nie(?! wieder etwas)) ",
    r"(?:verwende|benutze|nutze|nimm|schreib|mach)e? (?:bitte )?(?:immer|niemals|nie) ",
    r"(?:ich|wir) (?:bevorzugen?|ziehen?) ",
    r"(?:à partir de maintenant|désormais|dorénavant|à l'avenir)[, ]",
    r"(?:toujours|jamais|ne jamais) ",
    r"(?:utilise|emploie|écris|fais|mets)z? toujours ",
    r"(?:n'utilise|ne \w+)z? jamais ",
    r"(?:je préfère|nous préférons|on préfère) ",
    r"(?:a partir de ahora|de ahora en adelante|en adelante)[, ]",
    r"(?:siempre|nunca) ",
    r"(?:usa|utiliza|escribe|haz|pon) siempre ",
    r"(?:prefiero|preferimos) ",
    r"(?:a partir de agora|de agora em diante|daqui em diante|daqui para a frente)[, ]",
    r"(?:sempre|nunca) ",
    r"(?:use|usa|utilize|escreva|escreve) sempre ",
    r"(?:prefiro|preferimos) ",
    r"(?:d'ora in poi|d'ora in avanti|da ora in poi|da adesso in poi)[, ]",
    r"(?:sempre|mai|non \w+ mai) ",
    r"(?:usa|utilizza|scrivi) sempre ",
    r"(?:preferisco|preferiamo) ",
    r"(?:vanaf nu|voortaan|van nu af aan)[, ]",
    r"(?:altijd|nooit) ",
    r"(?:gebruik|schrijf|doe) (?:altijd|nooit) ",
    r"(?:с этого момента|отныне|впредь|с сегодняшнего дня)[, ]",
    r"(?:всегда|никогда) ",
    r"(?:используй|пиши|делай)(?:те)? всегда ",
    r"(?:从现在开始|从现在起|今后|以后)(?:请)?[,，]?",
    r"(?:请)?(?:始终|总是|一律|永远不要|绝不要|千万不要)",
    r"(?:今後は|これからは|これから|以後)[、,]?",
    r"(?:必ず|常に|絶対に|決して)",
)
"""Begins a sentence that tells how to work from now on."""

RULE_INSIDE = re.compile(r"(?:必ず|常に|絶対に|決して)\S{4,}|\b(?:must|should) (?:always|never) \w+")

DECISION = _begins(
    r"(?:decision|agreed|decided)[:] ?",
    r"(?:so |ok(?:ay)?,? |then )?(?:we|i|the team)(?:'ve| have|'re|'ll| are| will)? ?"
    r"(?:just |finally |also |now )?(?:decided|agreed|settled on|chose|chosen|went with|going with|go with|picked|"
    r"standardi[sz]ed on)\b",
    r"(?:it (?:was|is|has been) )(?:decided|agreed) ",
    r"let's (?:stick with|settle on|go with) ",
    r"(?:entscheidung|beschluss|beschlossen)[:] ?",
    r"(?:wir|ich|das team) (?:haben|habe|hat) (?:\S+ ){0,6}?(?:beschlossen|entschieden|vereinbart|geeinigt)\b",
    r"(?:wir|ich) (?:haben|habe) (?:uns|mich) ",
    r"(?:décision) ?[:] ?",
    r"(?:nous avons|on a|j'ai) (?:\S+ )?(?:décidé|choisi|opté|convenu)\b",
    r"(?:decisión|decidido)[:] ?",
    r"(?:hemos|he|se ha) (?:decidido|acordado|elegido|optado)\b|(?:decidimos|acordamos|elegimos|optamos)\b",
    r"(?:decisão|decidido)[:] ?",
    r"(?:a gente |nós )?(?:decidimos|acordamos|escolhemos|optamos|combinamos)\b|(?:foi decidido)\b",
    r"(?:decisione|deciso)[:] ?",
    r"(?:abbiamo|ho) (?:deciso|scelto|concordato|optato)\b",
    r"(?:besluit|beslissing|besloten)[:] ?",
    r"(?:we|ik) (?:hebben|heb) (?:\S+ ){0,6}?(?:besloten|gekozen|afgesproken)\b",
    r"(?:решение)[:] ?",
    r"(?:мы |я |команда )?(?:решили|решил|решила|договорились|выбрали|остановились на)\b",
    r"(?:我们|咱们|团队)?(?:决定|已经决定|商定|约定|选定)(?:了)?[,，::]?",
    r"(?:決定事項)[::] ?",
)
DECISION_AFTER = re.compile(
    r"(?:ことに(?:決めました|決めた|しました|した|決定しました)|に決定しました|に決めました|に決めた)[。.!!]?$"
)

CORRECTION = _begins(
    r"(?:no|nope|nah|wrong|incorrect|not quite|that's (?:wrong|not right|incorrect)|stop)[,.;:!—–-]+ ?",
    r"(?:nein|falsch|nicht ganz|stimmt nicht)[,.;:!—–-]+ ?",
    r"(?:non|faux|pas du tout|c'est faux)[,.;:!—–-]+ ?",
    r"(?:no|incorrecto|mal|así no)[,.;:!—–-]+ ?",
    r"(?:não|errado|incorreto)[,.;:!—–-]+ ?",
    r"(?:no|sbagliato|non è così)[,.;:!—–-]+ ?",
    r"(?:nee|fout|klopt niet)[,.;:!—–-]+ ?",
    r"(?:нет|неверно|неправильно|не так)[,.;:!—–-]+ ?",
    r"(?:不对|不是|错了|不)[,，。.!!;;]+ ?",
    r"(?:いや|いいえ|違います|違う|違うよ)[、,。.!!]+ ?",
)
"""Begins a sentence that puts something right."""

INSTEAD = re.compile(
    r"\binstead\b|\brather than\b|, not \S|\bnot \S+, but\b|\buse \S|"
    r"\bstatt(?:dessen)?\b|\banstatt\b|\bsondern\b|\b(?:verwende|benutze|nutze|nimm) |"
    r"\bplutôt\b|\bau lieu de\b|\b(?:utilise|emploie)z? |"
    r"\ben (?:vez|lugar) de\b|\bsino\b|\b(?:usa|utiliza) |"
    r"\bem vez de\b|\be sim\b|\b(?:use|utilize) |"
    r"\binvece\b|\bal posto di\b|\butilizza |"
    r"\bin plaats van\b|\bgebruik |"
    r"\bвместо\b|\bа не\b|\bиспользуй|"
    r"而不是|要用|请用|改用|应该用|"
    r"ではなく|じゃなくて|を使って|の代わりに"
)
"""Stands in a correction that says what to take in the place of what."""

IT_IS = re.compile(
    r"\b(?:it's|it is|should be|must be)\b|\bes (?:heißt|ist)\b|\bc'est\b|\bes\b|\bé\b|\bè\b|\bhet is\b|\bэто\b|是|です"
)
"""Stands in a correction that says how it is; that counts only with something concrete."""

CAUSE = re.compile(
    r"\b(?:the |root )?(?:problem|cause|root cause|issue|bug|reason|culprit) (?:was|is|turned out to be)\b|"
    r"\b(?:it )?(?:failed|broke|crashed|hung) because\b|\bcaused by\b|"
    r"\b(?:das problem|die ursache|der grund|der fehler) (?:war|ist|lag)\b|\blag daran\b|"
    r"\b(?:le problème|la cause|la raison|le bug) (?:était|venait|est|vient)\b|"
    r"\b(?:el problema|la causa|el motivo|el fallo) (?:era|fue|es)\b|"
    r"\b(?:o problema|a causa|o motivo|o erro) (?:era|foi|é)\b|"
    r"\b(?:il problema|la causa|il motivo|l'errore) (?:era|è|è stato)\b|"
    r"\b(?:het probleem|de oorzaak|de reden|de fout) (?:was|is|lag)\b|"
    r"(?:проблема|причина|ошибка) (?:была|оказалась|в том|была в)|дело было в|"
    r"(?:问题|原因)(?:是|在于|出在)|(?:原因|問題)は"
)
MENDED = re.compile(
    r"\b(?:fixed|solved|resolved|mended|cured)\b|\bthe fix (?:was|is)\b|\bby (?:setting|adding|removing|raising|"
    r"pinning|"
    r"changing|switching|upgrading|increasing|disabling|enabling)\b|"
    r"\b(?:behoben|gelöst|beseitigt|die lösung war)\b|"
    r"\b(?:corrigé|résolu|réglé|réparé|la solution était)\b|"
    r"\b(?:arreglado|resuelto|solucionado|corregido|se (?:arregló|resolvió|solucionó)|lo (?:arreglé|arreglamos))\b|"
    r"\b(?:corrigido|resolvido|consertado|solucionado|(?:corrigi|resolvi|resolvemos|corrigimos))\b|"
    r"\b(?:risolto|corretto|sistemato)\b|"
    r"\b(?:opgelost|verholpen|gerepareerd)\b|"
    r"исправил|исправлен|решил|починил|помогло|устранил|"
    r"(?:修复|解决|改成|改为|通过)|(?:直しました|修正し|解決し|直った)"
)

STATED = re.compile(
    r"^(?:the |our |this |my )[\w ./-]{2,40}? (?:is|are|runs? on|lives? (?:in|at|under)|listens? on|requires?|"
    r"needs|uses|"
    r"targets|expires after|must be) |"
    r"^(?:we|this project|this repo|production|staging|prod|ci) (?:use|uses|run|runs|target|targets|require|requires|"
    r"support|supports|deploy|deploys)\b|"
    r"^(?:der|die|das|unser|unsere|dieses) [\w äöüß./-]{2,40}? (?:ist|sind|läuft|laufen|liegt|liegen|braucht|benötigt|"
    r"verwendet|nutzt|lauscht) |^wir (?:verwenden|nutzen|benutzen|brauchen|unterstützen) |"
    r"^(?:le |la |les |l'|notre |nos |ce )[\w àâçéèêëîïôûù./-]{2,40}? (?:est|sont|tourne|se trouve|écoute|"
    r"utilise|exige) |"
    r"^(?:nous utilisons|on utilise) |"
    r"^(?:el|la|los|las|nuestro|nuestra) [\w áéíóúñ./-]{2,40}? (?:es|son|está|están|corre|escucha|usa|requiere|vive) |"
    r"^(?:usamos|utilizamos) |"
    r"^(?:o|a|os|as|nosso|nossa) [\w ãõáéíóúâêôç./-]{2,40}? (?:é|são|está|roda|fica|escuta|usa|exige|requer) |"
    r"^(?:il|lo|la|i|gli|le|il nostro|la nostra) [\w àèéìòù./-]{2,40}? (?:è|sono|gira|sta|ascolta|usa|richiede) |"
    r"^(?:de|het|onze|ons) [\w ./-]{2,40}? (?:is|zijn|draait|staat|luistert|gebruikt|vereist) |^we gebruiken |"
    r"^(?:наш|наша|наше|мы используем|сервер|база|порт) |"
    r"^(?:我们(?:用|使用)|[\w一-鿿]{2,20}(?:在|是|运行在|监听))|"
    r"^[\w぀-ヿ一-鿿]{2,20}は"
)
"""Begins a plain statement of how things are here."""

CONCRETE = re.compile(
    r"`[^`]{2,}`|\bv?\d+\.\d+(?:\.\d+)*\b|(?<![\w/])[~.]{0,2}/[\w.@-]+/[\w./@-]+|\b[\w-]+/[\w./-]+\.\w{1,5}\b|"
    r"\b[\w-]+\.(?:toml|json|ya?ml|py|ts|js|go|rs|md|cfg|ini|env|sql|sh)\b|(?:[Pp]ort|ポート|端口|порт\w*|puerto|porta|"
    r"poort)[ :]?\d{2,5}|"
    r"\b[A-Z][A-Z0-9]+_[A-Z0-9_]+\b"
)
"""What makes a statement checkable: a version, a path, a file, a port, a command in backquotes, a constant's name."""

UNSURE = re.compile(
    r"\b(?:maybe|perhaps|probably|possibly|might|could be|i think|i guess|i believe|i suspect|not sure|suppose|imagine|"
    r"what if|hypothetically|for example|e\.g\.|as if|would be|would have|seems|seemingly|apparently|likely)\b|"
    r"^(?:if|when|unless|in case|let me|should (?:we|i|it)|shall)\b|"
    r"\b(?:vielleicht|eventuell|wahrscheinlich|vermutlich|möglicherweise|ich glaube|ich denke|könnte|was wäre wenn|"
    r"zum beispiel|angeblich|anscheinend)\b|^(?:wenn|falls|sollen wir)\b|"
    r"\b(?:peut-être|probablement|sans doute|je pense|je crois|il se peut|pourrait|par exemple|et si)\b|^si\b|"
    r"\b(?:quizás?|tal vez|probablemente|a lo mejor|creo que|pienso que|podría|por ejemplo|y si)\b|"
    r"\b(?:talvez|provavelmente|acho que|penso que|poderia|por exemplo|e se)\b|^se\b|"
    r"\b(?:forse|probabilmente|credo che|penso che|potrebbe|per esempio|e se)\b|"
    r"\b(?:misschien|waarschijnlijk|ik denk|volgens mij|zou kunnen|bijvoorbeeld|stel dat)\b|^als\b|"
    r"(?:может быть|возможно|наверное|вероятно|я думаю|кажется|допустим|например)|^если\b|"
    r"(?:也许|可能|大概|或许|我觉得|我想|假设|如果|比如|例如)|(?:かもしれ|たぶん|おそらく|と思う|と思います|もし|例えば|でしょうか)"
)
"""What makes a sentence a guess, an example or a condition: nothing lasting."""

ASKS = re.compile(
    r"[??¿]|^(?:do|does|did|is|are|was|were|can|could|would|will|should|shall|have|has|what|why|how|who|which|"
    r"when|where)"
    r" (?:you|we|i|it|the|this|that|there|they|he|she)\b|"
    r"^(?:do|can|could|would|will|did) you (?:remember|recall|know)\b|"
    r"(?:吗|呢|嗎)[。.]?$|(?:ですか|ますか|かな|の)[。.]?$"
)

CONFIRMS = re.compile(
    r"^(?:yes|yep|yeah|right|correct|exactly|perfect|great|nice|thanks|thank you|works|good|awesome|confirmed|"
    r"that (?:fixed|"
    r"worked|did)|it works|ja|genau|stimmt|danke|super|klappt|oui|exact|merci|parfait|ça marche|sí|si|exacto|gracias|"
    r"perfecto|funciona|sim|isso|obrigad|perfeito|funcionou|sì|esatto|grazie|perfetto|klopt|bedankt|да|верно|точно|"
    r"спасибо|отлично|работает|对|是的|好的|谢谢|没错|はい|そう|ありがとう|正しい)"
)
"""Begins the answer of somebody who agrees."""

REASON = re.compile(
    r"^(?:because|since|the reason|reason:|that way|otherwise|so that|it's because|weil|denn|sonst|grund:|"
    r"parce que|car|"
    r"sinon|porque|ya que|pois|senão|perché|altrimenti|omdat|want|anders|потому что|так как|иначе)\b|^(?:"
    r"因为|否则|なぜなら|理由は)"
)
"""Begins the sentence that gives the reason for the one before."""
