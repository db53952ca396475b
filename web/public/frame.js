// Before the first paint: shows the prerendered frame of the signed-in person's role, with the names from localStorage.
// A separate file, because the content security policy forbids inline scripts.
(() => {
  const stored = (name) => {
    try {
      return localStorage.getItem(name) ?? "";
    } catch {
      return "";
    }
  };
  const role = stored("user_type");
  const frame = document.querySelector(`template[data-role="${CSS.escape(role)}"]`);
  const hasLocation = role === "superadmin" || Number(stored("Location-Id") || stored("location_id")) > 0;
  // These states start on another screen, or look different from the prerendered frame.
  const isSpecialState = ["must_change_password", "visiting"].some((name) => stored(name) === "true");
  const isNavigationCollapsed = stored("navigation") === "collapsed";
  if (!frame || !hasLocation || isSpecialState || isNavigationCollapsed) return;

  const root = document.getElementById("root");
  root.append(frame.content.cloneNode(true));
  // Visible but inert until the app replaces it.
  root.inert = true;
  root.setAttribute("aria-hidden", "true");
  // As `device.ts` decides whether notifications of this device can be offered, which the second visit does.
  const hasPush = "Notification" in window && "PushManager" in window && "serviceWorker" in navigator;
  const isOn = hasPush && Notification.permission === "granted" && stored("push") === "on";
  if (stored("push-line") === "seen" && hasPush && Notification.permission !== "denied" && !isOn)
    root.querySelector("[data-push-offer]")?.removeAttribute("hidden");
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    text.nodeValue = text.nodeValue.replace(/\{\{kept:(\w+)\}\}/g, (_, name) => stored(name));
  }
})();
