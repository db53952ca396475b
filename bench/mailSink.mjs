// The smallest mail server: takes every mail. It runs in a process of its own.
import { SMTPServer } from "smtp-server";

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  disableReverseLookup: true,
  onData(stream, _session, done) {
    stream.resume().once("end", () => done());
  },
});
server.on("error", () => {});
server.listen(0, "127.0.0.1", () => process.send?.(server.server.address().port));
process.once("disconnect", () => process.exit(0));
