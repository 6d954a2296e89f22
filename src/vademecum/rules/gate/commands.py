"""Secrets on command lines: flags, pipes, and the tools that take a password in their own way."""

# ruff: noqa: E501  a pattern is one line

from vademecum.rules.gate.rule import Rule

_SHELL_PASSWORDS = (
    "docker login|podman login|buildah login|skopeo login|helm registry login|oc login|az login|az acr login|redis-cli|valkey-cli|"
    "ldapsearch|ldapadd|ldapmodify|ldapwhoami|sqlcmd|bcp|mongosh?|mongodump|mongorestore|cqlsh|clickhouse-client|"
    "influx|rabbitmqadmin|unzip|7z|zip|rar|unrar|winrm|evil-winrm|xfreerdp|vncviewer|ipmitool|snmpwalk|gpg|argocd login|"
    "mc alias|nxc|crackmapexec|psexec|plink|pscp"
)

COMMANDS = (
    Rule(
        "mysql-flag",
        "db-password",
        r"""\b(?:mysql|mysqldump|mysqladmin|mysqlimport|mysqlsh|mariadb|mariadb-dump|mycli)\b[^\n|;]{0,160}?[ \t]-p["']?([^\s"'\-][^\s"']{2,64})""",
        ("mysql", "mariadb", "mycli"),
        "given",
        yes=("mysql -u root -p{p10} app", "mysqldump -h db1 -p'{p10}' shop"),
        no=("mysql -u root -p app",),
    ),
    Rule(
        "shell-password",
        "password",
        rf"""\b(?:{_SHELL_PASSWORDS})\b[^\n|;]{{0,200}}?[ \t]-(?:p|P|a|w|pw|Password)[ \t=]{{0,2}}["']?([^\s"'|<>]{{4,128}})""",
        (
            "login",
            "redis",
            "valkey",
            "ldap",
            "sqlcmd",
            "bcp",
            "mongo",
            "cqlsh",
            "influx",
            "rabbit",
            "zip",
            "7z",
            "winrm",
            "rdp",
            "plink",
            "pscp",
        ),
        "password",
        yes=(
            "docker login -u ci -p {p12} registry.acme.dev",
            "redis-cli -h cache -a {p12} ping",
            "sqlcmd -S db -U sa -P {p12}",
        ),
        no=("redis-cli -h cache -p 6379 ping", "docker login -u ci -p $CI_TOKEN"),
    ),
    Rule(
        "sshpass",
        "password",
        r"""\bsshpass[ \t]+-p[ \t]*["']?([^\s"']{3,128})""",
        ("sshpass",),
        "given",
        yes=("sshpass -p {p12} ssh deploy@host",),
        no=("sshpass -p $PASS ssh deploy@host",),
    ),
    Rule(
        "user-colon-password",
        "password",
        r"""\b(?:curl|wget|http|https|xh|httpie|lftp|aria2c|ab|siege|smbclient|rpcclient|chpasswd|kinit)\b[^\n|]{0,240}?[ \t](?:-u|-U|-a|--user|--auth|--proxy-user|--userpwd)[ =]{0,2}["']?[^\s:%"'/]{1,64}[:%]([^\s"']{3,128})""",
        ("curl", "wget", "http", "xh", "lftp", "aria2c", "siege", "smbclient", "rpcclient", "chpasswd", "kinit"),
        "given",
        yes=("curl -u 'admin:{p12}' https://grafana.acme.dev/api", "smbclient //srv/x -U bob%{p12}"),
        no=("curl -u admin:$PASSWORD https://x.dev", "curl -u admin: https://x.dev"),
    ),
    Rule(
        "piped-password",
        "password",
        r"""\becho[ \t]+(?:-n[ \t]+)?["']?(?:[\w.\-]{1,40}:)?([^\s"'|$]{4,128})["']?[ \t]*\|[ \t]*(?:sudo[ \t]+-S|sudo[ \t]+chpasswd|chpasswd|docker[ \t]+login|podman[ \t]+login|helm[ \t]+registry|passwd[ \t]+--stdin|kinit|gh[ \t]+(?:auth|secret)|wrangler[ \t]+secret|vercel[ \t]+env|fly(?:ctl)?[ \t]+secrets|openssl|cryptsetup|gpg)""",
        ("echo",),
        "given",
        yes=("echo '{p12}' | sudo -S systemctl restart app", "echo {p12} | docker login -u ci --password-stdin"),
        no=("echo $PASS | sudo -S ls", "echo hello | tee out.txt"),
    ),
    Rule(
        "htpasswd",
        "password",
        r"""\bhtpasswd[ \t]+-[a-zA-Z]{0,4}b[a-zA-Z]{0,4}[ \t]+\S{1,80}[ \t]+(?:\S{1,40}[ \t]+)?["']?([^\s"']{4,128})""",
        ("htpasswd",),
        "given",
        yes=("htpasswd -bc .htpasswd admin {p12}",),
        no=("htpasswd -c .htpasswd admin",),
    ),
    Rule(
        "windows-password",
        "password",
        r"""(?i)(?:\bnet[ \t]+user[ \t]+[\w.\-]{1,40}[ \t]+|\bnet[ \t]+use\b[^\n]{0,120}/user:\S{1,60}[ \t]+|ConvertTo-SecureString[ \t]+(?:-String[ \t]+)?["']|\bcmdkey[ \t][^\n]{0,100}/pass:|\bpsexec\b[^\n]{0,100}[ \t]-p[ \t]+|\brunas\b[^\n]{0,60}/password:)["']?([^\s"']{4,128})""",
        ("net user", "net use", "securestring", "cmdkey", "psexec", "runas"),
        "given",
        yes=("net user svc {p12} /add", 'ConvertTo-SecureString "{p12}" -AsPlainText -Force'),
        no=("net user svc * /add", "net user svc /delete"),
    ),
    Rule(
        "tool-pass",
        "password",
        r"""(?i)(?:-pass(?:in|out|word)?[ \t]+["']?pass:|-(?:store|key|deststore|srcstore)pass[ \t]+["']?|\brequirepass[ \t]+["']?|\bmasterauth[ \t]+["']?|\b(?:bindpw|rootpw|binddn_pw)[ \t]+["']?|\benable[ \t]+secret[ \t]+(?:\d[ \t]+)?|\bsnmp(?:-server|v2c?)?[ \t]+community[ \t]+(?:string[ \t]+)?(?:is[ \t]+)?|\bACL[ \t]+SETUSER[ \t][^\n]{0,80}[ \t]>|\bvault[ \t]+login[ \t]+(?:token=)?|\blogin[ \t]+--token[ \t]+)([^\s"']{4,256})""",
        (
            "pass:",
            "storepass",
            "keypass",
            "requirepass",
            "masterauth",
            "bindpw",
            "rootpw",
            "binddn_pw",
            "enable secret",
            "snmp",
            "setuser",
            "vault login",
            "--token",
        ),
        "given",
        yes=("openssl rsa -passin pass:{p12} -in k.pem", "requirepass {p14}", "keytool -storepass {p12}"),
        no=("openssl rsa -passin pass:$PASS", "requirepass <password>"),
    ),
    Rule(
        "login-token",
        "token",
        r"""\b[a-z][a-z0-9\-]{1,20}[ \t]+(?:(?:auth|config|account|user)[ \t]+)?(?:login|auth|authenticate|authtoken|add-authtoken|set-token|token)[ \t]+(?:-{1,2}[a-z\-]{1,16}[ =])?["']?([A-Za-z0-9_\-]{20,200})""",
        ("login", "auth", "token"),
        "loose",
        yes=("wandb login {h40}", "ngrok config add-authtoken {w40}", "snyk auth {w36}"),
        no=(
            "gh auth login --with-token",
            "the login token authentication-middleware-for-all",
            "gcloud auth application-default-login",
        ),
    ),
    Rule(
        "command-flag",
        "password",
        r"""(?i)[ \t"'\x60(\[]--?([a-z0-9_\-]{0,30}(?:password|passwd|passphrase|passcode|pass|pwd|secret|token|api-?key|authkey|auth-key|access-key|client-key|private-key|secret-key|license-key|key|credential)[a-z0-9_\-]{0,12})(?:=|[ \t]{1,2}|["'],[ \t]{0,2})""",
        ("pass", "pwd", "secret", "token", "key", "credential"),
        "flag",
        reads=True,
        yes=("mysqldump --password={p12} shop", "tailscale up --authkey {w40}", "tool --token {w32} run"),
        no=(
            "mysqldump --password shop",
            "tool --token $TOKEN",
            "tool --max-tokens 4096",
            "tool --key-file /etc/key.pem",
        ),
    ),
)
