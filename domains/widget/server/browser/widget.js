// Runs on the business's website: lets visitors open and close the frames of its snippets.
(() => {
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  for (const frame of document.querySelectorAll("iframe[data-rooftop]")) {
    if (frame.dataset.rooftop) continue;
    frame.dataset.rooftop = "ready";
    const { origin } = new URL(frame.src);
    let isOpen = false;
    const send = (what) => {
      const page = location.href.slice(0, 2000);
      frame.contentWindow?.postMessage({ rooftop: what, isOpen, page, referrer: document.referrer }, origin);
    };
    const resize = ({ width, height, side }) => {
      const { style } = frame;
      style.left = side === "left" ? "0" : "auto";
      style.right = side === "left" ? "auto" : "0";
      style.width = isOpen ? "400px" : `${width}px`;
      style.height = isOpen ? "660px" : `${height}px`;
      style.transition = calm ? "none" : "height .2s cubic-bezier(.2,0,0,1)";
    };
    addEventListener("message", ({ source, origin: from, data }) => {
      if (source !== frame.contentWindow || from !== origin || !data) return;
      if (data.rooftop === "ready") send("host");
      if (data.rooftop === "size") {
        isOpen = data.isOpen === true;
        if (Number.isFinite(data.width) && Number.isFinite(data.height)) resize(data);
      }
    });
    addEventListener("keydown", ({ key }) => {
      if (key === "Escape" && isOpen) send("close");
    });
    send("host");
  }
})();
