# imports: requests, requests.*, json
import json

import requests
from requests.adapters import BaseAdapter


def answer(status, body, **headers):
    response = requests.Response()
    response.status_code = status
    response._content = body if isinstance(body, bytes) else json.dumps(body).encode()
    response._content_consumed = True
    response.headers.update(headers)
    response.encoding = "utf-8"
    response.url = "http://example.org/a"
    response.reason = "Made up"
    return response


good, bad = answer(200, {"n": [1, 2]}, Kind="x"), answer(404, b"not here")
print(good.json(), good.ok, good.text, good.content, good._content, good.headers["kind"], bad.text, bad.ok, bool(bad), bad)
try:
    bad.raise_for_status()
except requests.HTTPError as error:
    print(error, error.response is bad)
print(list(answer(200, b"a\nb").iter_lines()), list(good.iter_content(4))[0])


class Fake(BaseAdapter):
    def __init__(self, answers):
        super().__init__()
        self.answers, self.asked = answers, []

    def send(self, request, **options):
        self.asked.append((request.method, request.url, request.body))
        response = answer(*self.answers[request.path_url])
        response.request = request
        return response

    def close(self):
        pass


fake = Fake({"/ok?a=1": (200, {"fine": True}), "/post": (201, b"")})
with requests.Session() as session:
    session.mount("http://", fake)
    print(session.get("http://host/ok", params={"a": 1}).json(), session.post("http://host/post", json={"b": 2}).status_code)
print(fake.asked)


class Stub(requests.Response):
    def __init__(self, body):
        super().__init__()
        self._content, self.status_code = body, 200


print(Stub(b"own").text, Stub(b"[1]").json())
