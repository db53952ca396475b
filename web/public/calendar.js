// Makes the browser look up how times are written, which takes it up to a twentieth of a second the first time, on a phone
// four times as long: in a worker, so that the page itself finds it known. `web/main.tsx` starts it.
new Intl.DateTimeFormat("en-US", { timeStyle: "short" }).format();
self.close();
