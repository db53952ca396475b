// Shows push notifications and opens the chat when one is clicked. It answers no requests and caches nothing: what the
// app shows always comes from the server.

/** A new version takes over at once, which is safe because no version keeps state. */
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => event.waitUntil(show(read(event.data))));

/** The payload, all strings: `title`, `body`, `url`, `target_id` (the chat), `location`, `location_id`. */
function read(data) {
  try {
    return data?.json() ?? {};
  } catch {
    return {};
  }
}

async function show({ title, body, url = "/inbox/all", target_id, location, location_id }) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  // In a focused window with that chat the message is visible already.
  if (target_id && windows.some((window) => window.focused && isOfChat(window.url, target_id))) return;
  await self.registration.showNotification(title || "Rooftop", {
    body: body || "There is something new.",
    // A chat's newest notification replaces the previous one and alerts again.
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
  const appWindow = windows.find((window) => isApp(window.url));
  if (!appWindow) {
    const address = new URL(url, self.location.origin);
    address.searchParams.set("location", location_id);
    return self.clients.openWindow(address.href);
  }
  // The app navigates itself, so that a reload doesn't lose typed text.
  appWindow.postMessage({ kind: "open", url, location_id });
  return appWindow.focus();
}
