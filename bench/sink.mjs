// The smallest carrier: takes every text, and says so in Twilio's words. It runs in a process of its own, and parses of HTTP
// only where a request ends: what it costs the machine is missing to those that are measured.
import { createServer } from "node:net";

let count = 0;

function answer() {
  count += 1;
  const sid = `SM${process.pid.toString(16).padStart(8, "0")}${count.toString(16).padStart(24, "0")}`;
  const body = `{"sid":"${sid}","status":"queued","direction":"outbound-api","error_code":null}`;
  return `HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}

/** The length of the first request with its body; undefined until its headers are there. */
function requestLength(text) {
  const head = text.indexOf("\r\n\r\n");
  if (head < 0) return undefined;
  const body = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, head + 2));
  return head + 4 + Number(body?.[1] ?? 0);
}

const server = createServer({ noDelay: true }, (socket) => {
  let received = "";
  socket.setEncoding("latin1").on("data", (chunk) => {
    received += chunk;
    for (;;) {
      const length = requestLength(received);
      if (length === undefined || received.length < length) return;
      received = received.slice(length);
      socket.write(answer());
    }
  });
  socket.on("error", () => socket.destroy());
});
server.listen(0, "127.0.0.1", () => process.send?.(server.address().port));
process.once("disconnect", () => process.exit(0));
