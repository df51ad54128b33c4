"""Names of assistants, models and their makers, as they turn up in transcripts.

To add one: if it can mean nothing else it goes into CERTAIN; if it is also a person's name, a
trial, a laboratory value or an ordinary word it goes into DOUBTFUL, and the forms of it that leave
no doubt ("Gemini 1.5") into CERTAIN. Before each stands what every form of it contains, in small
letters. No Django at any depth.
"""

import re

from raters.design.scanning.lookup import Lookup

# Letters and digits make a name part of a longer word; a Chinese character ends any name.
NOT_AFTER = r"(?:(?<![A-Za-z0-9À-ɏ])|(?=[一-鿿]))"
NOT_BEFORE = r"(?:(?![A-Za-z0-9À-ɏ])|(?<=[一-鿿]))"
# GPT is also a liver enzyme: "GPT 45 U/L", "GPT 4.5 µkat/L".
_NOT_ENZYME = r"(?![\d.,]*\d)(?!\s*(?:U|IU|units?|mU|[uµμ]kat|x|×|times)\b)"

CERTAIN = {
    "gpt": r"Chat[- ]?GPT(?:[- ]?(?:[345](?:\.\d)?o?|Plus))?|GPT[- ]?4o(?:[- ]mini)?|GPT-?OSS"
    rf"|GPT-?(?:3\.5|4\.[15]|[345])o?(?:[- ](?:mini|turbo|nano|pro|vision))?{_NOT_ENZYME}"
    r"|BioGPT|Huatuo-?GPT|华佗GPT",
    "openai": r"OpenAI(?:['’]s)?(?: o[134](?:-mini|-pro)?)?",
    "o1-": r"o1-(?:mini|preview|pro)",
    "o3-": r"o3-(?:mini|pro)",
    "o4-": r"o4-mini",
    "claude": r"Claude[- ](?:AI|Instant|Sonnet|Opus|Haiku)(?:[- ]?\d(?:\.\d)?)?"
    r"|Claude[- ]?[1-5](?:\.\d)?(?:[- ](?:Sonnet|Opus|Haiku))?",
    "anthropic": r"Anthropic(?! (?:principle|reasoning|bias))",
    "deepmind": r"(?:Google )?DeepMind",
    "gemini": r"Google Gemini|Med-?Gemini|Gemini[- ](?:Pro|Ultra|Flash|Nano|Advanced|AI)"
    r"|Gemini[- ]?\d\.\d(?:[- ](?:Pro|Flash|Ultra))?",
    "google bard": r"Google Bard",
    "palm": r"Med-?PaLM(?:[- ]?(?:2|M))?|PaLM[- ]?2",
    "medgemma": r"MedGemma",
    "llama": r"(?:Meta )?Llama[- ]?\d(?:\.\d)?(?:[- ]\d+B)?|Meta Llama|PMC-LLaMA",
    "meta ai": r"Meta AI",
    "mistral": r"Mistral[- ](?:AI|Large|Medium|Small|Nemo|7B)",
    "mixtral": r"Mixtral(?:[- ]8x\d+B)?",
    "grok": r"Grok[- ]?[1-5]|xAI['’]s Grok",
    "copilot": r"(?:Microsoft|GitHub|Bing|M365|DAX) Copilot",
    "bing chat": r"Bing Chat",
    "perplexity": r"Perplexity AI|perplexity\.ai",
    "hugging": r"Hugging ?Face",
    "alpaca": r"MedAlpaca",
    "meditron": r"Meditron(?:-\d+B)?",
    "chatdoctor": r"ChatDoctor",
    "openevidence": r"OpenEvidence",
    " health": r"(?:Glass|Ada|Babylon|Watson) Health",
    "hippocratic ai": r"Hippocratic AI",
    "ibm watson": r"IBM Watson",
    "qwen": r"Qwen(?:[- ]?\d(?:\.\d)?)?(?:[- _](?:\d+B|Max|Plus|Turbo|VL))*",
    "qwq": r"QwQ(?:-32B)?",
    "千问": r"通义千问|千问大模型",
    "seek": r"Deep-?Seek(?:[- ]?(?:V\d(?:\.\d)?|R\d|Chat))?",
    "深度求索": r"深度求索",
    "ernie": r"ERNIE[- ]?(?:Bot|[345](?:\.\d)?)",
    "文心": r"文心一言|文心大模型",
    "kimi": r"Kimi[- ](?:K\d(?:\.\d)?|Chat|AI)|Kimi智能助手",
    "moonshot ai": r"Moonshot AI",
    "月之暗面": r"月之暗面",
    "doubao": r"Doubao",
    "豆包": r"豆包(?:大模型|AI|助手)",
    "字节跳动": r"字节跳动",
    "bytedance": r"ByteDance",
    "glm": r"Chat-?GLM(?:[- ]?\d)?|GLM-4(?:\.\d)?",
    "智谱": r"智谱(?:清言|AI|华章)?",
    "zhipu": r"Zhipu(?: ?AI)?",
    "baichuan": r"Baichuan(?:[- ]?\d)?",
    "百川": r"百川(?:智能|大模型)",
    "星火": r"讯飞星火|星火大模型",
    "科大讯飞": r"科大讯飞",
    "iflytek": r"iFLYTEK",
    "hunyuan": r"Hunyuan",
    "混元": r"混元大模型|腾讯混元",
    "internlm": r"InternLM",
    "浦语": r"书生·?浦语",
    "minimax": r"MiniMax(?:-M\d)",
    "商汤": r"商汤",
    "sensechat": r"SenseChat",
    "盘古大模型": r"盘古大模型",
    "阿里云": r"阿里云",
    "yi-34b": r"Yi-34B",
}
# Case counts here: "a llama", "to grok", "a bard" and "the mistral" are no products.
CERTAIN_AS_WRITTEN = {"llama": r"LLaMA", "palm": r"PaLM"}
DOUBTFUL = {
    "claude": r"(?<!Jean-)(?<!St )(?<!Saint )[Cc]laude",
    "gemini": r"Gemini|GEMINI|gemini",
    "bard": r"Bard",
    "llama": r"Llama",
    "mistral": r"Mistral",
    "grok": r"Grok",
    "kimi": r"Kimi",
    "copilot": r"Copilot",
    "perplexity": r"Perplexity",
    "ernie": r"ERNIE|Ernie",
    "gemma": r"Gemma",
    "vicuna": r"Vicuna",
    "gpt ": rf"GPT [345]{_NOT_ENZYME}",
    "minimax": r"MiniMax",
    "通义": r"通义",
    "文心": r"文心",
    "豆包": r"豆包",
    "混元": r"混元",
    "百度": r"百度",
    "baidu": r"Baidu",
    "讯飞": r"讯飞",
    "阿里巴巴": r"阿里巴巴",
    "alibaba cloud": r"Alibaba Cloud",
}
MAKERS = (
    "OpenAI|Anthropic|Google(?: DeepMind)?|DeepMind|Meta(?: AI)?|Microsoft|Amazon|Apple|xAI"
    "|Mistral AI|Alibaba(?: Cloud)?|Baidu|Tencent|ByteDance|DeepSeek|Moonshot AI|Zhipu AI"
    "|IBM|NVIDIA|Cohere"
)
ANY_CERTAIN = "|".join([*CERTAIN.values(), *CERTAIN_AS_WRITTEN.values()])
ANY_DOUBTFUL = "|".join(DOUBTFUL.values())
ALL_WORDS = tuple(dict.fromkeys([*CERTAIN, *CERTAIN_AS_WRITTEN, *DOUBTFUL]))


def _lookups(names: dict[str, str], flags: int = 0) -> tuple[Lookup, ...]:
    return tuple(
        Lookup((word,), re.compile(f"{NOT_AFTER}(?:{pattern}){NOT_BEFORE}", flags))
        for word, pattern in names.items()
    )


CERTAIN_NAMES = (*_lookups(CERTAIN, re.IGNORECASE), *_lookups(CERTAIN_AS_WRITTEN))
DOUBTFUL_NAMES = _lookups(DOUBTFUL)


def is_a_product(name: str) -> bool:
    return any(lookup.pattern.fullmatch(name.strip()) for lookup in CERTAIN_NAMES)
