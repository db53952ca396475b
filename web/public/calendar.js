// Warms up the browser's time formatting in a worker: the first use takes up to 50 ms, on a phone 200 ms.
// `web/main.tsx` starts it.
new Intl.DateTimeFormat("en-US", { timeStyle: "short" }).format();
self.close();
