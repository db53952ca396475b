// Shows what is pushed while nobody looks at Rooftop, and opens the chat when it is clicked. It answers no requests and
// keeps nothing: what the app shows always comes from the server.

/** A newer one takes over at once: there is nothing of the older that it could break. */
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => event.waitUntil(show(read(event.data))));

/** All of it text: `title`, `body`, `url`, `target_id` (the chat), `location`, `location_id`. */
function read(data) {
  try {
    return data?.json() ?? {};
  } catch {
    return {};
  }
}

async function show({ title, body, url = "/inbox/all", target_id, location, location_id }) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  // Whoever has that chat before their eyes sees the message there.
  if (target_id && windows.some((one) => one.focused && isOfChat(one.url, target_id))) return;
  await self.registration.showNotification(title || "Rooftop", {
    body: body || "There is something new.",
    // The newest of a chat replaces the one before, and makes itself heard again.
    tag: target_id ? `chat-${target_id}` : "rooftop",
    renotify: true,
    icon: "/icons/icon-192.png",
    badge: "/icons/badge-96.png",
    data: { url, location, location_id },
  });
}

const isOfChat = (address, chat_id) => new URL(address).pathname.endsWith(`/${chat_id}`) && isApp(address);

/** The app's own pages, not those of the public site. */
const isApp = (address) => !/^\/($|services\/|simulator)/.test(new URL(address).pathname);

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data ?? {}));
});

async function open({ url = "/inbox/all", location_id = "" }) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = windows.find((one) => isApp(one.url));
  if (!shown) return self.clients.openWindow(`${url}?location=${encodeURIComponent(location_id)}`);
  // The app goes there by itself: nothing that is typed gets lost in loading the page anew.
  shown.postMessage({ kind: "open", url, location_id });
  return shown.focus();
}
