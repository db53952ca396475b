// Runs in the frame: shows the bubble or the panel, as the website's script asks. Without that script the panel stays open.
(() => {
  const [open, close, panel] = ["open", "close", "panel"].map((id) => document.getElementById(id));
  const form = document.getElementById("write");
  let host = "";
  const show = (isOpen) => {
    panel.hidden = !isOpen;
    open.hidden = isOpen;
    const { width, height } = open.getBoundingClientRect();
    const side = getComputedStyle(document.body).alignItems === "flex-start" ? "left" : "right";
    const size = { width: Math.ceil(width) + 24, height: Math.ceil(height) + 24, side };
    parent.postMessage({ rooftop: "size", isOpen, ...size }, host);
  };
  addEventListener("message", ({ source, origin, data }) => {
    if (source !== parent || parent === window || !data) return;
    if (data.rooftop === "host" && !host) {
      host = origin;
      document.body.classList.remove("away");
      document.body.classList.add("framed");
      close.hidden = false;
      for (const name of ["page", "referrer"]) {
        const field = form?.elements.namedItem(name);
        if (field && typeof data[name] === "string") field.value = data[name].slice(0, 2000);
      }
      show(data.isOpen === true);
      if (data.isOpen === true) document.querySelector("[autofocus]")?.focus();
    }
    if (data.rooftop === "close" && origin === host && !panel.hidden) leave();
  });
  const leave = () => {
    if (!host) return document.body.classList.add("away");
    show(false);
    open.focus();
  };
  open.addEventListener("click", () => {
    show(true);
    (panel.querySelector("[aria-invalid],input:not([type=hidden]),textarea") ?? close).focus();
  });
  close.addEventListener("click", leave);
  addEventListener("keydown", ({ key }) => {
    if (key === "Escape" && !close.hidden && !panel.hidden) leave();
  });
  form?.addEventListener("submit", () => {
    const button = form.querySelector(".go");
    button.textContent = "Sending…";
    // After the browser has read the form.
    setTimeout(() => button.setAttribute("disabled", ""));
  });
  // Once it is typed: a mask would fight with whoever corrects or pastes.
  const phone = form?.elements.namedItem("phone");
  phone?.addEventListener("change", () => {
    const typed = phone.value.replace(/[\s().-]/g, "");
    const [, area, exchange, line] = /^(?:\+?1)?(\d{3})(\d{3})(\d{4})$/.exec(typed) ?? [];
    if (line) phone.value = `(${area}) ${exchange}-${line}`;
  });
  if (parent === window) return;
  parent.postMessage({ rooftop: "ready" }, "*");
  // Where that script is blocked, a frame of the former size would cover the website for good.
  setTimeout(() => {
    close.hidden = false;
  }, 2000);
})();
