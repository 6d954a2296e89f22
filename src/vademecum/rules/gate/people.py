"""Judges of personal data that has no check digit: mail addresses, phones, names, numbers beside a word."""

# ruff: noqa: E501, PLR2004  patterns are one line; lengths are the formats' own

import re
from collections.abc import Callable, Mapping

from vademecum.rules.gate import identifiers, looks
from vademecum.rules.gate.listing import listed
from vademecum.rules.gate.rule import Candidate

_ROBOTS = re.compile(
    r"(?i)^(?:git|hg|svn|noreply|no-reply|donotreply|do-not-reply|mailer-daemon|postmaster|root|www-data|nobody|user|username|"
    r"name|you|your|me|email|mail|someone|somebody|foo|bar|test|example|bot|dependabot.*|renovate.*|github-actions.*|.*\[bot\])@|"
    r"@(?:[\w.\-]*\.)?(?:example\.(?:com|org|net|edu|dev|io|co\.uk)|example|test\.local|users\.noreply\.github\.com|noreply\.github\.com|"
    r"localhost|invalid|domain\.(?:com|tld)|mydomain\.com|yourdomain\.com|company\.com|acme\.test|email\.com|host\.com|server\.com|foo\.com|bar\.com)$|"
    r"\.(?:internal|local|lan|localdomain|intranet|corp|svc|cluster|docker|home|arpa|png|jpe?g|gif|svg|webp|js|ts|css|json|md|py|html?|service|timer|socket|mount|target|git|sha|v\d|iam|gserviceaccount\.com|s3|fake|dummy|test|invalid|example|localhost)$|@example\.[a-z.]{2,6}$"
)
_SHELL = re.compile(r"(?i)(?:\b(?:ssh|scp|sftp|rsync|mosh|ssh-copy-id|sshfs|autossh)\b[^\n]{0,60}|://[^\s]{0,120})$")
_TECH = listed(
    "red hat claude code visual studio google cloud amazon web microsoft azure apple open source docker compose "
    "spring boot power bi sql server postgres react native vue next node angular github actions gitlab runner "
    "jenkins apache kafka spark airflow hadoop linux kernel ubuntu debian mac windows android chrome firefox "
    "safari safe mode data science machine learning deep api rest json python java script type go rust ruby rails "
    "django flask fast elastic search redis mongo cassandra celery rabbit grafana prometheus customer support "
    "service desk help center team lead tech ops sales legal finance human resources product design marketing "
    "security platform engineering infrastructure backend frontend mobile desktop quality assurance release train "
    "build night daily monday tuesday wednesday thursday friday saturday sunday january february march april june "
    "july august september october november december north south east west new york san francisco los angeles "
    "united states kingdom european union silicon valley hong kong the this that these those a an my our your his "
    "her their its if when then after before use run set get add see note step foo bar baz lorem ipsum john doe "
    "jane smith acme corp inc ltd gmbh stripe slack discord notion linear jira confluence trello zoom teams "
    "oracle intel nvidia meta open ai anthropic hugging face vs zed cursor codex gemini copilot chat gpt unit "
    "test integration pull request merge base branch main master tag issue bug feature epic story sprint board "
    "card list page view model controller load balancer message queue dead letter event bus state machine circuit "
    "breaker rate limiter key vault secret manager access token user account admin owner member"
)
_GIVEN = listed(
    "aaron abdul adam adriana ahmed aisha alan alba albert alejandra alejandro alex alexander alexandra alice "
    "alina amanda amelia amir amy ana anastasia anders andre andrea andreas andrew andrey angela anita anja anna "
    "anne annika antoine anton antonio aria arjun arthur astrid ayesha barbara beatriz ben benjamin bernd bianca "
    "bjorn brandon brian bruno camila carla carlos carmen carolina caroline catherine cecilia charlotte chen "
    "chiara chidi chloe chris christian christina christine christopher clara claire claudia cristina daniel "
    "daniela david deborah denis derek diana diego dimitri dmitri dominik dora edward elena eleanor elias elif "
    "elisa elizabeth ella ellen emilia emily emma emre eric erik erika ernesto esra esther eva evelyn fatima "
    "federico felipe felix fernanda fernando finn fiona florian frances francesca francisco frank franziska "
    "frederik gabriel gabriela george georg giovanni giulia gloria grace greta guillaume gustavo hana hanna "
    "hannah hans harry hassan heidi helen helena helga henrik henry hiroshi hugo ian ibrahim igor ines ingrid "
    "irene isabel isabella ivan jack jacob jakub james jamie jan jana jason javier jean jennifer jens jessica "
    "jing joana joao jo\xe3o joaquin joel johan johanna johannes john jonas jonathan jorge jose jos\xe9 joseph "
    "josh joshua juan judith julia julian juliana julie juliette jun kai karen karim karin karl karolina kate "
    "katarina katharina katherine kathrin katja kavya keiko keith kenji kevin khalid kim klaus kofi krishna "
    "kristin kumar kurt kwame lars laura lauren lea leah lee leila lena leo leon leonardo leonie leticia li liam "
    "lin lina linda lisa liu lorena louis louise luca lucas lucia lucy luis luisa lukas luke magdalena malik "
    "manuel marc marcel marco marcus margaret maria mariana marie marina mario mark marko markus marta martha "
    "martin martina mary mateo mathieu matt matteo matthew matthias maya mehmet mei melanie melissa mia michael "
    "michaela michal michelle miguel mike mikhail mila milan min ming miriam mohamed mohammed monika moritz nadia "
    "naomi natalia natalie natasha nathan neha nicholas nick nico nicole nikhil niklas nikolai nils nina noah "
    "nora norbert olaf ole oleg olga oliver olivia omar oscar oskar otto pablo paolo patricia patrick paul paula "
    "pavel pedro peter petra philip philipp pierre pilar piotr priya rachel rafael rahul raj rajesh ralf ramon "
    "raquel ravi rebecca reiko renate ricardo richard rita robert roberto robin rodrigo roger rohan roland roman "
    "rosa ruth ryan sabine sabrina sakura salma sam samantha samir samuel sandra sanjay santiago sara sarah sasha "
    "scott sean sebastian sergei sergey sergio shreya silvia simon simone sofia sofie sonia sonja sophia sophie "
    "stefan stefanie stella stephan stephanie stephen steve steven sue sunil susan susanne sven svetlana sylvia "
    "takashi tamara tanja tatiana teresa thabo theo theresa thomas thorsten tiago tim timo tina tobias tom tomas "
    "tomasz tomoko tony torsten ulrich ulrike uwe valentina vanessa vera veronica victor victoria vikram vincent "
    "viktor virginia vladimir walter wanda wei wendy wilhelm william wolfgang xavier xin yan yang yara yasmin "
    "yosef yuki yuri yusuf yvonne zainab zara zhang zoe zofia zuzana ngozi amara kenya nia oluwaseun chioma tariq "
    "layla noor priyanka ananya deepak kiran akira haruto yuto sora hyun minjun jisoo jiho linh minh thanh tuan "
    "maeve niamh siobhan callum"
)
_CONTACT = re.compile(
    r"(?:[Aa]sk|[Pp]ing|[Cc]ontact|[Cc]all|[Ee]-?mail|[Tt]ell|[Mm]essage|[Nn]otify|Mrs?\.?|Ms\.?|Dr\.?|[Pp]rof\.?|Herr|Frau|[Pp]atient|[Cc]ustomer|[Ee]mployee|named|[Nn]ame is) $"
)
_TITLE = re.compile(r"\b(?:Mrs?|Ms|Dr|Prof|Herr|Frau|Sr|Sra|Se\xf1ora?|Senhora?|Monsieur|Madame)\.? $")
_TOPIC = re.compile(
    r"^(?:[.,;)!?]|$| (?:about|for|at|if|when|before|on|in|to|from|was|is|and|or|via|by|directly|first|again)\b)"
)


def email(c: Candidate) -> bool:
    """A person's address: no robot, no manual's example, no shell target, no host inside."""
    return (
        not _ROBOTS.search(c.value) and not _SHELL.search(c.before(128)) and not c.after(1).startswith(("/", ":", "@"))
    )


_FICTION = re.compile(
    r"^(?:1?[2-9]\d{2}55501\d\d|1?5550?1\d\d|1?5555550\d{3}|55501\d\d|(?:44|0)(?:7700900|1632960|2079460|1134960|1144960|1154960|1164960|"
    r"1174960|1184960|1214960|1314960|1414960|1514960|1614960|1914980|2890180|2920180|8081570|9098790|3069990)\d{3}|"
    r"(?:61|0)(?:491570(?:006|156|157|158|159|110|313|737)|[2378]5550\d{4}|[2378]7010\d{4})|"
    r"(?:49|0)(?:3023125|6990009|4066969|2214710|8999998)\d{2,4}|(?:49|0)1(?:713920|76040690|5228817386|5228895456|5254599371|729925904|729968532)\d{0,3}|"
    r"(?:33|0)(?:19900|26191|35301|46571|53649|63998)\d{4}|(?:46|0)(?:3139006|4062804|8465004|9803192|701740[56])\d{2,3})$"
)
"""Numbers kept for films and manuals: NANPA 555-01xx, Ofcom, ACMA, Bundesnetzagentur, Arcep, PTS."""


def phone(c: Candidate) -> bool:
    """Eight to fifteen figures, and none of the numbers that regulators keep for fiction."""
    number = identifiers.digits(c.value)
    return 8 <= len(number) <= 15 and len(set(number)) > 2 and not _FICTION.match(number)


_NO_PHONE = re.compile(r"\d{4}-\d\d-\d\d|\d+\.\d+\.\d+\.\d+$|[1-9]\d*-\d+$|\d+\.\d+$|1[3-9]\d{8}(?:\d{3})?$")
"""Days, addresses, ranges, decimals, and seconds or milliseconds since 1970, which no area's numbers begin like."""


def phone_spoken(c: Candidate) -> bool:
    """Seven figures or more in groups beside a word of calling; dates, ranges and plain ids are none."""
    number = identifiers.digits(c.value)
    if not 7 <= len(number) <= 15 or _NO_PHONE.match(c.value):
        return False
    return phone(c) and (
        number != c.value
        or number.startswith("0")
        or re.search(
            r"(?i)(?:phone|tel|t\xe9l\xe9phone|telefon\w*|telem[\xf3o]vel|tel\xe9fono|m[\xf3o]v(?:il|el)|mobiel|gsm|mobile|mob|cell|cellulare|handy|celular|whatsapp|fax)\W*(?:\w+\W+){0,2}$",
            c.before(40),
        )
        is not None
    )


def numbered(c: Candidate) -> bool:
    """A document number: at least five figures."""
    return sum(map(str.isdigit, c.value)) >= 5 and not looks.is_stock(c.value)


def numbered_strict(c: Candidate) -> bool:
    """A document number with letters, or a long one."""
    return (
        numbered(c)
        and len(c.value) >= 9
        and c.value == c.value.upper()
        and c.after(1) != "-"
        and not re.match(r"\d{4}-\d\d-\d\d", c.value)
    )


def numbered_mac(c: Candidate) -> bool:
    """A network card's address that is neither nothing nor everybody."""
    return len(set(c.value.lower().replace("-", ":").split(":"))) > 2


def account(c: Candidate) -> bool:
    """An account number that is no cloud account's."""
    near = c.before(60) + c.after(24)
    return 6 <= len(identifiers.digits(c.value)) <= 18 and not re.search(
        r"(?i)\b(?:aws|arn|iam|gcp|azure|cloud|organi[sz]ation)\b", near
    )


def nino_spoken(c: Candidate) -> bool:
    """A NINO beside its name, or in capitals with its own grouping."""
    spoken = re.search(r"(?i)nino|national\s+insurance|\bni\b", c.before(48)) is not None
    return identifiers.nino(c) and (spoken or (c.value.isupper() and " " in c.value))


def public_ip(c: Candidate) -> bool:
    """An address of the open internet."""
    parts = [int(part) for part in c.value.split(".")]
    private = (
        parts[0] in {0, 10, 127} or parts[:2] in ([192, 168], [169, 254]) or (parts[0] == 172 and 16 <= parts[1] <= 31)
    )
    return max(parts) < 256 and not private and len(set(parts)) > 1


def street(c: Candidate) -> bool:
    """A street with a place behind it, or a house number of a plain street."""
    return (
        "," in c.value
        or re.search(r"(?i)address|ship|deliver|lives?|office|located|send|mail|visit|home", c.before(48)) is not None
    )


def person(c: Candidate) -> bool:
    """Two capitalised words that are a name: a known given name, or a plain address to a person."""
    parts = [part.lower().strip(".") for part in re.split(r"[ ]", c.value)]
    if parts[-1] in _TECH or parts[0] in _TECH:
        return False
    if parts[0].split("-")[0] in _GIVEN or _TITLE.search(c.before(16)):
        return True
    return _CONTACT.search(c.before(16)) is not None and _TOPIC.match(c.after(12)) is not None


def document(c: Candidate) -> bool:
    """A document's number in capitals: a figure at least, and no word."""
    value = c.value.replace(" ", "")
    return any(map(str.isdigit, value)) and value == value.upper() and not looks.is_stock(value)


def not_plain(c: Candidate) -> bool:
    """A number that begins with a birthday; Sweden's, of ten figures, has a check figure too."""
    number = identifiers.digits(c.value)
    return (
        len(number) not in {10, 12} or not re.search(r"(?i)personn|samordn", c.before(30)) or identifiers.luhn_number(c)
    )


def badge(c: Candidate) -> bool:
    """A number of staff or students behind a word that says so; not a count."""
    return (
        re.search(r"(?i)(?:id|no|nr|number|nummer|#|matricule)[\"'.:=# \t]*(?:is )?[\"']?$", c.before(16)) is not None
    )


def plate(c: Candidate) -> bool:
    """A plate in capitals with two figures or more."""
    return c.value == c.value.upper() and sum(map(str.isdigit, c.value)) >= 2


def after_bank(c: Candidate) -> bool:
    """An account number behind a bank's."""
    near = c.before(60) + " " + c.after(24)
    return re.search(r"(?i)sort[ -]?code|routing|\b(?:blz|bsb|iban|bank)\b", near) is not None and account(c)


def birth(c: Candidate) -> bool:
    """A day that a person can be born on: told as one, or long enough ago."""
    if re.search(r"(?i)\bborn\b(?! (?:on|in|at)? ?$)[^\d]*$", c.before(24)) and not re.search(
        r"(?i)born(?: on)? ?[:=]? ?$", c.before(12)
    ):
        return False
    return re.search(r"(?:19|20)\d\d|\d[/.-]\d{2}$", c.value) is not None and not _is_of_field(c)


def identity(c: Candidate) -> bool:
    """A number of eight figures or more that is no day."""
    return (
        len(identifiers.digits(c.value)) >= 8
        and not looks.is_stock(c.value)
        and not re.match(r"\d{4}[-./]\d\d[-./]\d\d", c.value)
    )


def birth_told(c: Candidate) -> bool:
    """A day behind a word of birth; what is born of something is no person, what is told of a field is no day of it."""
    return re.search(r"(?i)\bborn (?:of|from|out)\b[^\d]*$", c.before(60)) is None and not _is_of_field(c)


def _is_of_field(c: Candidate) -> bool:
    """Tell whether a sentence about a form or a table has the day, as `birth date column was added 2024-03-01`."""
    return (
        re.search(
            r"(?i)\b(?:fields?|columns?|added|removed|before|after|must|since|until|format|validat\w*|picker|required|optional|"
            r"shown|inputs?|features?|release[ds]?|version|index|deprecated|changed|seit|wird|wurde|depuis|vanaf|dal|jusqu\w*|hasta|fino|sinds|od)\b[^\d]*$",
            c.before(60),
        )
        is not None
    )


def birth_before(c: Candidate) -> bool:
    """A whole day, told to be a birthday by the word behind it."""
    return re.search(r"(?:19|20)\d\d", c.value) is not None and not re.search(
        r"(?i)release|version|\bv\d", c.before(24)
    )


def public_six(c: Candidate) -> bool:
    """An IPv6 address of the open internet, which begins with 2 or 3."""
    return re.match(r"(?i)[23][0-9a-f]{3}:", c.value) is not None and not c.value.lower().startswith("2001:db8")


JUDGES: Mapping[str, Callable[[Candidate], bool]] = {
    "email": email,
    "phone": phone,
    "phone-spoken": phone_spoken,
    "numbered": numbered,
    "numbered-strict": numbered_strict,
    "numbered-mac": numbered_mac,
    "account": account,
    "nino-spoken": nino_spoken,
    "public-ip": public_ip,
    "street": street,
    "person": person,
    "document": document,
    "not-plain": not_plain,
    "badge": badge,
    "plate": plate,
    "after-bank": after_bank,
    "birth": birth,
    "birth-before": birth_before,
    "birth-told": birth_told,
    "identity": identity,
    "public-six": public_six,
}
"""The judges of this file by name."""
