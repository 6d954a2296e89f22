"""More credentials with a prefix of their own, in the language of `providers`: newer and rarer vendors."""

VENDORS = """
# clouds and hosts
digitalocean-system     dos_v1_{h64}
swarm-join-token        SWMTKN-1-{l50}-{l25}
swarm-unlock-key        SWMKEY-1-{b43}
nebula-key              dnkey-{U26}-{U52}
aws-bearer-id           ^ABIA{U16}
aws-context-id          ^ACCA{U16}
google-hmac-id          ^GOOG{U20}
tencent-key-id          ^AKID{w32}
volcengine-key-id       ^AKLT{w40+}
scaleway-key-id         ^SCW{U17}
exoscale-key            ^EXO{h24}
upcloud-token           ucat_{U26}
akamai-token            akab-{l16}-{l16}
scalingo-token          tk-us-{W48}
aiven-password          AVNS_{W18}
fastly-token            ^v1.{h40}
vercel-gateway-key      vck_{w56}
deno-token              ddp_{w36}
deno-token              ddo_{w36}
netbird-token           nbp_{w36}
porkbun-key             sk1_{h64}
porkbun-key             pk1_{h64}
k3s-token               K10{h64}::
yandex-iam-token        ^t1.{W40+}.{W86}
# databases and data
datastax-token          AstraCS:{w24}:{h64}
cockroach-key           CCDB1_{w22}_{w40}
clickhouse-secret       ^4b1d{w38}
elastic-key             essu_{b60+}
turbopuffer-key         tpuf_{w32}
dbt-token               dbtc_{W40+}
dbt-token               dbtu_{W40+}
contentstack-key        ^blt{h16}
redpanda-key            rpk_{w40}
# code, packages, builds
figma-token             figu_{W40}
figma-token             figor_{W40}
figma-token             figur_{W40}
figma-token             figoh_{W40}
figma-token             figuh_{W40}
gitea-token             gitea_{h40}
octopus-key             ^API-{U26}
artifactory-reference   ^cmVmd{w59}
buildkite-token         bkct_{w40}
buildkite-token         bkpkt_{w40}
deepsource-token        dsp_{h40}
doppler-identity        dp.said.{h8}-{h4}-{h4}-{h4}-{h12}
retool-token            retool_01{l24}
trigger-key             tr_prod_{w20}
trigger-key             tr_dev_{w20}
authress-key            authress_{w5+}.{w4}.acc_{W10+}.{x40+}
authress-key            scauth_{w5+}.{w4}.acc_{W10+}.{x40+}
fernet-token            gAAAAA{W90+}
sanity-token            ^sk{w60+}
# models and agents
openai-key              ^sk-ws-01-{W60}
helicone-key            sk-helicone-{l7}-{l7}-{l7}-{l7}
brave-key               ^BSA{W28}
cartesia-key            sk_car_{W22}
luma-key                luma-{h8}-{h4}-{h4}-{h4}-{h12}-{h8}-{h4}-{h4}-{h4}-{h12}
hyperbrowser-key        ^hb_{h40}
warp-key                ^wk-{h64}
factory-key             ^fk-{W43}
amp-key                 sgamp_user_{U26}_{h64}
gemini-key              ^AQ.Ab{W48}
qianfan-key             bce-v3/ALTAK-{w21}/{h40}
modelscope-token        ^ms-{h8}-{h4}-{h4}-{h4}-{h12}
ntfy-token              ^tk_{l29}
# monitoring and people
dynatrace-agent-token   dt0a01.{l8}.{h64}
pagerduty-user-key      ^u+{W18}
checkly-key             ^cu_{h32}
uptimerobot-key         ^u{d6}-{h24}
coralogix-key           cxtp_{w30}
rootly-token            rootly_{h64}
incident-key            ^inc_{h64}
wakatime-key            waka_{h8}-{h4}-{h4}-{h4}-{h12}
stytch-secret           secret-live-{W36}
stytch-secret           secret-test-{W36}
lichess-token           ^lip_{w20}
onesignal-key           os_v2_app_{l100+}
# messages, money, shops
mailersend-key          mlsn.{h64}
dingtalk-secret         ^SEC{h64}
trello-token            ^ATTA{h72}
woocommerce-key         ^ck_{h40}
woocommerce-secret      ^cs_{h40}
gocardless-token        ^live-{W43}
gocardless-token        ^sandbox_{W43}
flutterwave-key         FLWSECK_TEST-{h12}
klarna-key              klarna_live_api_{w60+}
ebay-secret             ^PRD-{h12}-{h4}-{h4}-{h4}-{h4}
ebay-secret             ^SBX-{h12}-{h4}-{h4}-{h4}-{h4}
settlemint-token        sm_aat_{w16}
settlemint-token        sm_pat_{w16}
settlemint-token        sm_sat_{w16}
zoho-token              ^1000.{h32}.{h32}
bitcoin-extended-key    ^tprv{w107}
bitcoin-encrypted-key   ^6P{w56}
tezos-secret            ^edsk{w50+}
tezos-secret            ^spsk{w50}
cardano-secret          ed25519_sk1{l58}
cardano-secret          ed25519e_sk1{l110}
sui-secret              suiprivkey1{l59}
aptos-secret            ed25519-priv-0x{h64}
zcash-secret            secret-extended-key-main1{l250+}
"""
"""Kind and shape, as in `PROVIDERS`; formats from the vendors' pages and published scanners' lists."""
