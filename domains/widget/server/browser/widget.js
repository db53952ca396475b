// Runs on the business's website: lets visitors open and close the frames of its snippets.
(() => {
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  for (const frame of document.querySelectorAll("iframe[data-rooftop]")) {
    if (frame.dataset.rooftop) continue;
    frame.dataset.rooftop = "ready";
    const { origin } = new URL(frame.src);
    let isOpen = false;
    let size = { width: 380, height: 640, side: "right" };
    const { style } = frame;
    // Also where the website's policy refuses the snippet's own style.
    for (const [name, value] of Object.entries({
      position: "fixed",
      bottom: "0",
      border: "0",
      maxWidth: "100%",
      maxHeight: "100%",
      zIndex: "2147483000",
      colorScheme: "light",
    }))
      style[name] = value;
    const send = (what) => {
      const page = location.href.slice(0, 2000);
      frame.contentWindow?.postMessage({ rooftop: what, isOpen, page, referrer: document.referrer }, origin);
    };
    const resize = () => {
      const { width, height, side } = size;
      // A keyboard on the screen covers the frame's lower part and moves what is visible.
      const view = window.visualViewport;
      const covered = isOpen && view ? Math.max(0, innerHeight - view.height - view.offsetTop) : 0;
      style.bottom = `${covered}px`;
      style.left = side === "left" ? "0" : "auto";
      style.right = side === "left" ? "auto" : "0";
      style.width = isOpen ? "400px" : `${width}px`;
      style.height = isOpen ? `${Math.min(660, covered ? view.height : 660)}px` : `${height}px`;
      style.transition = calm ? "none" : "height .2s cubic-bezier(.2,0,0,1)";
    };
    addEventListener("message", ({ source, origin: from, data }) => {
      if (source !== frame.contentWindow || from !== origin || !data) return;
      if (data.rooftop === "ready") send("host");
      if (data.rooftop === "size") {
        isOpen = data.isOpen === true;
        if (Number.isFinite(data.width) && Number.isFinite(data.height)) size = data;
        resize();
      }
    });
    for (const what of ["resize", "scroll"]) window.visualViewport?.addEventListener(what, () => isOpen && resize());
    addEventListener("keydown", ({ key }) => {
      if (key === "Escape" && isOpen) send("close");
    });
    send("host");
  }
})();
