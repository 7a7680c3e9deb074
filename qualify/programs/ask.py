"""Asks a server through OpenAI's own client; what it is told by the environment is its key and its address."""

import os
import re
import sys
import time

import openai

speech, long, silence = sys.argv[1:4]
client = openai.OpenAI(max_retries=0)


def ask(task, path, **settings):
    with open(path, "rb") as file:
        return getattr(client.audio, task).create(file=file, model="whisper-1", **settings)


def check(what, is_so, shown=""):
    print(f"{'ok  ' if is_so else 'WRONG'} {what}  {shown}", flush=True)
    if not is_so:
        sys.exit(1)


def check_refusal(what, kind, code, request):
    try:
        answer = request()
    except openai.APIStatusError as error:
        check(f"{what}: {kind.__name__} {code}", isinstance(error, kind) and error.code == code, error.message)
    else:
        check(f"{what}: refused", False, answer)


def check_formats(path, least, most):
    """Every format of both tasks; `least` and `most` are the seconds that the recording may have."""
    for task in ("transcriptions", "translations"):
        json = ask(task, path).text
        check(f"{task} json", len(json) > 20, json[:120])
        text = ask(task, path, response_format="text")
        check(f"{task} text", isinstance(text, str) and text.strip() == json)
        srt = ask(task, path, response_format="srt")
        check(f"{task} srt", re.match(r"1\r?\n00:00:0\d,\d{3} --> 00:00:", srt) is not None)
        vtt = ask(task, path, response_format="vtt")
        check(f"{task} vtt", re.match(r"WEBVTT\n\n(NOTE [^\n]+\n\n)*00:00:0", vtt) is not None)
        verbose = ask(task, path, response_format="verbose_json")
        fits = least < verbose.duration < most and verbose.segments[-1].end <= verbose.duration + 0.1
        check(f"{task} verbose_json", fits, f"{len(verbose.segments)} segments in {verbose.duration:.1f} s")


check("models", [model.id for model in client.models.list()] == ["somali-speech"])
check_formats(speech, 7, 9)
words = ask("transcriptions", speech, response_format="verbose_json", timestamp_granularities=["word", "segment"])
check("words", words.words[0].start < words.words[-1].end and len(words.segments) > 0, words.words[0].word)

named = ask("transcriptions", speech, prompt="Names: Ubax, Jabbaan").text
check("prompt", "Igu salaan Ubax " in named, named)
check("prompt of free text", ask("transcriptions", speech, prompt="Waan imid. Waan tagay!").text == named)

check_refusal("language", openai.BadRequestError, "LANGUAGE_UNSUPPORTED", lambda: ask("transcriptions", speech, language="en"))
check_refusal(
    "format", openai.BadRequestError, "FORMAT_UNSUPPORTED", lambda: ask("transcriptions", speech, response_format="diarized_json")
)
check_refusal("stream", openai.BadRequestError, "STREAM_UNSUPPORTED", lambda: ask("transcriptions", speech, stream=True))
check_refusal("silence", openai.UnprocessableEntityError, "NO_SPEECH", lambda: ask("transcriptions", silence))
check_refusal("no sound", openai.APIStatusError, "AUDIO_UNSUPPORTED", lambda: ask("transcriptions", __file__))
check_refusal("chat", openai.NotFoundError, "NOT_FOUND", lambda: client.chat.completions.create(model="x", messages=[]))
poor = client.with_options(api_key=os.environ["POOR_KEY"])
check_refusal(
    "no attempt left",
    openai.PermissionDeniedError,
    "ATTEMPTS_EXHAUSTED",
    lambda: poor.audio.transcriptions.create(file=open(silence, "rb"), model="x"),
)
guesser = openai.OpenAI(max_retries=0, api_key="ssa_guess")
for _ in range(int(os.environ["GUESSES"])):
    check_refusal("key", openai.AuthenticationError, "KEY_INVALID", guesser.models.list)
check_refusal("one guess too many", openai.RateLimitError, "UPLOAD_RATE_LIMITED", guesser.models.list)

began = time.monotonic()
answer = ask("transcriptions", long, response_format="verbose_json", language="so")
seconds = round(time.monotonic() - began)
check("a file of five minutes", answer.duration > 290, f"{answer.duration:.0f} s of sound in {seconds} s")
check_formats(long, 290, 310)
