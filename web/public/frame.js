// Before anything is painted: shows the frame that is drawn for the role of whoever is signed in, with the names that
// their browser keeps. A file of its own, because the content security policy allows no inline script.
(() => {
  const kept = (name) => {
    try {
      return localStorage.getItem(name) ?? "";
    } catch {
      return "";
    }
  };
  const role = kept("user_type");
  const frame = document.querySelector(`template[data-role="${CSS.escape(role)}"]`);
  const hasPlace = role === "superadmin" || Number(kept("Location-Id") || kept("location_id")) > 0;
  // Other screens come first, or the frame is another.
  const isOther = ["must_change_password", "visiting"].some((name) => kept(name) === "true");
  const isFolded = kept("navigation") === "collapsed";
  if (!frame || !hasPlace || isOther || isFolded) return;

  const root = document.getElementById("root");
  root.append(frame.content.cloneNode(true));
  // To be looked at until the app is there.
  root.inert = true;
  root.setAttribute("aria-hidden", "true");
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    text.nodeValue = text.nodeValue.replace(/\{\{kept:(\w+)\}\}/g, (_, name) => kept(name));
  }
})();
