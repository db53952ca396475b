// Every script here imports this first, so that an older Node exits with a clear message.
const minimum = 20;

if (Number(process.versions.node.split(".")[0]) < minimum) {
  console.error(
    `Rooftop needs Node ${minimum} or later to start (it then brings its own Node 24); this is ${process.version}. ` +
      "See https://nodejs.org/en/download.",
  );
  process.exit(1);
}
