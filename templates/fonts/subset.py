#!/usr/bin/env python3
"""Cuts the Noto fonts for Chinese and Japanese down to what books say, and writes them here.

The fonts come from four npm packages of one version; fonttools cuts them:

    python3 -m pip install fonttools==4.68.0
    for family in serif-sc sans-sc serif-jp sans-jp; do
        npm pack @expo-google-fonts/noto-$family@0.4.3
    done
    python3 templates/fonts/subset.py *.tgz

The same packages and the same texts give the same bytes. Run it again when a text in
templates/text gets a character that the faces lack: a test says so.
"""

import io
import re
import sys
import tarfile
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

HERE = Path(__file__).resolve().parent
TEXT = HERE.parent / "text"

# Package: the language whose words it prints, and its weights.
PACKAGES = {
    "noto-serif-sc": ("zh", ["400Regular", "600SemiBold"]),
    "noto-sans-sc": ("zh", ["400Regular", "600SemiBold"]),
    "noto-serif-jp": ("ja", ["400Regular", "600SemiBold"]),
    "noto-sans-jp": ("ja", ["400Regular", "600SemiBold"]),
}

ASCII = {chr(code) for code in range(0x20, 0x7F)}
PUNCTUATION = set("　、。〃々〈〉《》「」『』【】〔〕〜・ー！（），．：；？～—…‘’“”·　\u00a0")
KANA = {chr(code) for code in range(0x3041, 0x3097)} | {chr(code) for code in range(0x30A1, 0x30FB)}
# What titles, authors and editions of puzzle books say, beyond the words of the program.
TITLES = {
    "zh": set(
        "爱版本编包茶川春大灯第冬都读父冈高光国海好和红后花华话欢黄家江金经精静九乐礼力良林流"
        "妈慢梦民明母木脑年鸟品起青清情晴趣全人日山上少生诗时世书水思送岁天田童外晚王望温文武"
        "午西希夏闲小晓心新星雪雅阳夜叶一艺意音永雨语园远月云再早张者真之知中周主著子自作坐"
        "李刘陈杨赵吴徐孙马朱胡郭何林罗郑梁宋唐许邓冯韩曹曾彭萧蔡潘袁于董余苏叶吕魏蒋杜丁沈姜范江傅钟卢汪戴崔任陆廖姚方金邱夏谭韦贾邹石熊孟秦阎薛侯雷白龙段郝孔邵史毛常万顾赖"
    ),
    "ja": set(
        "愛赤秋空雨一歌海絵円犬音夏花火華歌会学楽川木期季休京今金銀空桂月見元言古語光国佐斎三山"
        "散歩四子志思時七手秋春書小少城食森人水世生青静石雪千早草太大第旅中昼冬読猫年脳梅白初版著"
        "者編集八百美風福文平穂望本毎松道緑村名明木目夕友夜遊葉養陽頭力林和"
        "田中鈴高橋伊藤渡辺山本村小加吉佐々木口松井上清水斎阿部池橋石前岡長谷川後近坂遠青西福三浦原内野島崎"
    ),
}


def characters(language):
    """What the language's words need, and what a title may."""
    words = (TEXT / f"{language}.toml").read_text(encoding="utf-8")
    words = re.sub(r"(?m)^#.*$", "", words)
    kana = KANA if language == "ja" else set()
    wanted = set(words) | ASCII | PUNCTUATION | kana | TITLES[language]
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


def main(packages):
    for package in packages:
        with tarfile.open(package) as archive:
            name = next(name for name in PACKAGES if name in Path(package).name)
            language, weights = PACKAGES[name]
            codes = characters(language)
            files = {member.name: member for member in archive.getmembers()}
            for weight in weights:
                path = next(p for p in files if f"/{weight}/" in p and p.endswith(".ttf"))
                data = cut(archive.extractfile(files[path]).read(), codes)
                font = TTFont(io.BytesIO(data))
                post_script = font["name"].getDebugName(6)
                (HERE / f"{post_script}.ttf").write_bytes(data)
                lacking = [chr(code) for code in codes if code not in font.getBestCmap()]
                print(f"{post_script}: {len(data)} bytes, lacks {''.join(lacking)!r}")
            licence = archive.extractfile(files["package/LICENSE_FONT"]).read()
            family = font["name"].getDebugName(1).removesuffix(" SemiBold").replace(" ", "")
            (HERE / f"OFL-{family}.txt").write_bytes(licence)


if __name__ == "__main__":
    main(sys.argv[1:])
