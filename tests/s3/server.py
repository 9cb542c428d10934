"""A server with the protocol of S3, for tests: moto's, on a free port of loopback that is printed, with an empty bucket
"tests". One request at a time: moto itself does not decide "create only" in one step.

Who asks with an access key that begins with WRONG is refused, in an answer that repeats all that was sent, as the
answers of S3 to a wrong signature do in part.
"""

import re
from moto.server import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import WSGIRequestHandler, make_server

moto = DomainDispatcherApplication(create_backend_app)


def guarded(environ, start):
    sent = environ.get("HTTP_AUTHORIZATION", "")
    if not re.search("Credential=WRONG", sent):
        return moto(environ, start)
    heads = "\n".join(f"{name}: {value}" for name, value in environ.items() if name.startswith("HTTP_"))
    said = f"<Error><Code>InvalidAccessKeyId</Code><Message>{heads}</Message><AWSAccessKeyId>{sent}</AWSAccessKeyId></Error>"
    start("403 Forbidden", [("Content-Type", "application/xml")])
    return [said.encode()]


class Quiet(WSGIRequestHandler):
    def log(self, *_):
        pass


server = make_server("127.0.0.1", 0, guarded, threaded=False, request_handler=Quiet)
print(server.server_port, flush=True)
server.serve_forever()
