#!/usr/bin/env python3
"""Cuts the Noto fonts for Chinese and Japanese down to the characters of ordinary books, and writes
them here, compressed.

The fonts come from four npm packages of one version; fonttools cuts them:

    python3 -m pip install fonttools==4.68.0 zstandard==0.25.0
    for family in serif-sc sans-sc serif-jp sans-jp; do
        npm pack @expo-google-fonts/noto-$family@0.4.3
    done
    python3 crates/page/templates/fonts/subset.py *.tgz
    python3 crates/page/templates/fonts/whole_outlines.py crates/page/templates/fonts/Noto*.zst

The same packages and the same texts give the same bytes. Run it again when a text in crates/book/templates/text
or crates/explain/templates gets a character that the faces lack: a test says so.
"""

import io
import sys
import tarfile
from pathlib import Path

import zstandard
from fontTools import subset
from fontTools.ttLib import TTFont

HERE = Path(__file__).resolve().parent

# Package: the language that it prints, and its weights.
PACKAGES = {
    "noto-serif-sc": ("zh", ["400Regular"]),
    "noto-sans-sc": ("zh", ["500Medium", "900Black"]),
    "noto-serif-jp": ("ja", ["400Regular"]),
    "noto-sans-jp": ("ja", ["500Medium", "900Black"]),
}

ASCII = "".join(map(chr, range(0x20, 0x7F)))
FULL_WIDTH = "".join(map(chr, range(0xFF01, 0xFF5F)))
PUNCTUATION = "\u00a0　、。〃々〆〇〈〉《》「」『』【】〔〕〜・ー…—–‘’“”·×÷±°℃№※★☆●○◎◆◇■□▲△▼▽→←↑↓♪①②③④⑤⑥⑦⑧⑨⑩￥～"
KANA = "".join(map(chr, [*range(0x3041, 0x3097), *range(0x3099, 0x309F), *range(0x30A1, 0x30FF)]))


def level_one(codec, last_row):
    """The characters of level 1 of a national standard: those in common use."""
    codes = (bytes([0xA0 + row, 0xA0 + cell]) for row in range(16, last_row + 1) for cell in range(1, 95))
    return "".join(code.decode(codec, "ignore") for code in codes)


# Characters of common Chinese names and titles that are not in level 1 of GB 2312.
CHINESE_NAMES = (
    "仉仝伉伲伽佘佟佶佺侃俅俣俦俨俪倓倩倬偃偌偕偲傥僖僮儇儋兖兮冼冽凇凫刿剀剡劢劭勐勖勰匏卅厍叟叱吆呃"
    "呗呤呦呱咔咚咛咦咩咪哏哓哔唠唢唧唰唷啧啵啾喃喆喈喱喵嗒嗖嗝嗦嗨嘀嘞嘟嘭噗噜噢噻嚓嚯囍囡囿圳圻坂坨"
    "坻垅垚埕埭堃堇堉塬塾墉壑夔夙夤奂奕奚奡妃妍妞妤妩妫妯姊姒姗姝姣姮姹娅娆娈娉娌娓娣娴婀婕婧婵婷媛媞"
    "嫄嫒嫔嫘嫣嫱嬉嬗嬴嬿孀孚孛孳宓宕宥宬宸寮寰尕岐岑岚岱岷峄峋峒峤峥崂崆崤崧崮崴嵇嵊嵋嵘嵩嵯嶂嶙巅巽"
    "帏帼幄庠弈弋弢弩彀彖彗彧徉徕徜徵忐忑怡怦怿恂恪恺悌惚惬愣愫慊憧憩懋懵懿扈捋揆撷攥攸斐斓於旌旎旖旮"
    "旯旸旻旼昀昇昊昕昙昱昵昶晁晏晔晖晗晙晞晟暄暹暾曌曜曦杈杞杳杵枇枋枞枥枳柘柚柰栀栎栩栾桁桄桉桠桢桦"
    "桧梓梵棣棹椁椋椴楠楣楫楸楹榄榈榉榕榘榛榭槊槌槿樨樯樵樽橘橦橼檎歆毓毽氘氲汩汭汶沄沅沐沣泓泗泠泫泸"
    "泾洄洙洧洮洳洵洺浈浏浒浔浛浠浣浥涑涓涔涞淅淇淏淙淞淦淼渌渚渥湄湉溆溥滕滟滢滹漩漪潆潇潼澍澧澹濂濉"
    "濑濛濡濮濯瀚瀛灏炀炅炖炘炜炝炫烜烨焓焖焗焘焜焯焱煊煐煜煦煲熠熹燊燧燮爻犇犍犒狩猕猗獬獾玎玏玑玘玙"
    "玚玟玢玥玦玮玳玷玺珀珂珅珈珉珏珑珙珞珣珥珧珩珮珲珺琊琎琏琛琤琥琦琨琪琬琮琯琰瑀瑁瑄瑕瑗瑙瑛瑜瑭瑱"
    "瑷瑾璀璁璇璈璋璎璐璜璞璟璧璨璩瓒瓯甯畀畈畲癫皎皓皙盱眙眸睨睿瞟瞿矜砥砺礴祉祎祚祜祠祯祺祾禅禛禧稔"
    "稣稷窈窕窦竑笃笙笠筠筱筵箐箫箸篁篾簌簸籁粲粽綦纡纨纭纾绀绂绉绡绫绮绯绶绻缃缇缈缙缜缤缦缪缱缵罡羿"
    "翀翊翎翕翡翥翦翩翮耆聃聆胤胥胧胭脍膑舫舸芃芈芊芎芏芑芗芙芩芪芫芮芷苒苓苡茉茏茑茗茜茱茴荀荃荇荏荞"
    "荟荩荪莅莓莘莛莜莞莨莳莺莼菀菁菂菅菡萁萃萋萏萱萸葆葭葳蒯蓁蓓蓼蔺蔻蕃蕖蕙薇薏薰薷藜藿蘅蘧虔虢蚝蚣"
    "蚪蛉蛟蛱蜈蜓蜷蜻蝈蝌蝙蝠螃蟀蟋蟠蟾衢裘裟褚觞訾讴诃诏诩谂谌谡谧谯貂贲贻赉赓赟赳蹊轲轶迤迦逄逍逑逖"
    "逯遐遒遨遽邃邕邗邝邬邰邳邴邸郅郇郏郗郜郢郦郯鄄鄞鄢鄱酆醍醐鑫钊钏钗钜钰钲钺铄铎铖铠铧铨铮锜锟锴锵"
    "锶锺镔镕镛镝镠镳闫闳闵闾闿阆阊阗阙隼隽雎雒雯霁霂霈霏霭靓韫韬頔颀颉颢飏飒饨饴馄馗馥馨驷驿骁骅骊骐"
    "骞骢骥骧鲲鸢鹂鹄鹇鹭麒麟麴黛鼐鼙"
)
# The jōyō and jinmeiyō kanji that are not in level 1 of JIS X 0208, and variants that are usual in names.
KANJI = (
    "丼傲刹哺喩嗅嘲彙恣惧慄憬拉摯曖楷毀璧瘍箋籠緻羞訃諧貪踪辣錮鬱𠮟塡剝頰"
    "乘亞佛來侑俐傳僞價儉兒凉凛凜凰剩劍勁勳卷單嚴圈國圓團堯壘壞壯壽奎奧奬孃寢實將專峽崚巖巫已帶廣廳彈"
    "彌彗從徠恆惠惡惺愼應懷戰戲拂拔拜搖搜攝收敍昊昴晄晏晝晟晨暉曉栞梛條椰榮槇樂樣橙檜檢櫂櫻毬氣洵洸淨"
    "渾滉滯漱澁澪濕煌熙燎燒燿爭爲狹獸珀珈琥瑶疊皓盜盡眞眸碎祕祿禪禮稟稻穗穰穹笙粹絆綸綺縣縱纖羚翔聽脩"
    "臟與苺茉莉莊菫萠萬蕾藏藝藥衞裝覽詢諄謠讓賣赳轉迪逞遙醉釀釉鎭鑄陷險雜靜頌顯颯飜騷驍驗髮鷄麒黎默齊"
    "髙﨑濵濱邊邉德澤齋齊櫻瀨賴龍麵琉祐禎彥寬晉靑增栁嶌冨峯昻桒眞塚"
)
# More characters of common Japanese names and titles.
JAPANESE_NAMES = (
    "儚匣呟囁囃屏屛嶌幟弩彷徨曄朧栁梟槗檬檸淸渕炬烽燵猩獏玻琲甕筍筐篝簪籔羹翡茗薇薊薔藪蛉蛛蜻蝙蝠蝸螢"
    "蟀蟋褌貘躅躑躾釋鋏閒閾霙霰靄靏飩饂饅駝駱髷魍魎鮨鴉鶯鷗鸚"
)


def characters(language):
    """What titles, names and the language's own words need."""
    words = "".join(
        (HERE.parent / kind / f"{language}.toml").read_text(encoding="utf-8") for kind in ["text", "explain"]
    )
    script = {
        "zh": level_one("gb2312", 55) + CHINESE_NAMES,
        "ja": level_one("euc_jp", 47) + KANJI + JAPANESE_NAMES + KANA,
    }
    wanted = set(words + ASCII + FULL_WIDTH + PUNCTUATION + script[language])
    return sorted(ord(character) for character in wanted if character >= " ")


def cut(data, codes):
    """A font with the drawings of these characters only: no hints, no layout tables, no dates."""
    options = subset.Options()
    options.layout_features = []
    options.hinting = False
    options.glyph_names = False
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 7, 13, 14, 16, 17]
    options.name_languages = [0x409]
    options.notdef_outline = True
    options.recalc_timestamp = False
    options.drop_tables += [
        "BASE", "GDEF", "GPOS", "GSUB", "STAT", "GlyphOrder", "gasp", "vhea", "vmtx", "VORG", "DSIG",
    ]
    font = TTFont(io.BytesIO(data), recalcTimestamp=False)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=codes)
    cutter.subset(font)
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()


def write(whole, codes):
    """Writes the font of a package, cut down and compressed, and returns its name."""
    data = cut(whole, codes)
    font = TTFont(io.BytesIO(data))
    post_script = font["name"].getDebugName(6)
    packed = zstandard.ZstdCompressor(level=22).compress(data)
    (HERE / f"{post_script}.ttf.zst").write_bytes(packed)
    lacking = [chr(code) for code in codes if code not in font.getBestCmap()]
    print(f"{post_script}: {len(codes)} characters, {len(data)} bytes, {len(packed)} packed, "
          f"lacks {''.join(lacking)!r}")
    return post_script


def main(packages):
    for package in packages:
        with tarfile.open(package) as archive:
            name = next(name for name in PACKAGES if name in Path(package).name)
            language, weights = PACKAGES[name]
            codes = characters(language)
            files = {member.name: member for member in archive.getmembers()}
            for weight in weights:
                path = next(p for p in files if f"/{weight}/" in p and p.endswith(".ttf"))
                post_script = write(archive.extractfile(files[path]).read(), codes)
            licence = archive.extractfile(files["package/LICENSE_FONT"]).read()
            family = post_script.split("-")[0]
            (HERE / f"OFL-{family}.txt").write_bytes(licence)


if __name__ == "__main__":
    main(sys.argv[1:])
