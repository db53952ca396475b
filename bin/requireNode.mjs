// Imported first by every script here, so that an older Node ends with this sentence.
const wanted = 20;

if (Number(process.versions.node.split(".")[0]) < wanted) {
  console.error(
    `Rooftop needs Node ${wanted} or later to start (it then brings its own Node 24); this is ${process.version}. ` +
      "See https://nodejs.org/en/download.",
  );
  process.exit(1);
}
