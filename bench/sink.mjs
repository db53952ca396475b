// The smallest carrier: takes every text, and says so in Twilio's words. It runs in a process of its own.
import { createServer } from "node:http";

let count = 0;
const server = createServer((request, response) => {
  request.resume().once("end", () => {
    count += 1;
    const sid = `SM${process.pid.toString(16).padStart(8, "0")}${count.toString(16).padStart(24, "0")}`;
    response.writeHead(201, { "content-type": "application/json" });
    response.end(`{"sid":"${sid}","status":"queued","direction":"outbound-api","error_code":null}`);
  });
});
server.listen(0, "127.0.0.1", () => process.send?.(server.address().port));
process.once("disconnect", () => process.exit(0));
