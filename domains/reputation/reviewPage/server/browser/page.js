// Says that a person looks at the page: scanners that open every link in a message run no script, or show nothing.
{
  const signs = ["pointermove", "pointerdown", "touchstart", "keydown", "scroll"];
  let isSent = false;
  const send = () => {
    if (isSent || document.visibilityState !== "visible") return;
    isSent = true;
    for (const sign of signs) removeEventListener(sign, send);
    navigator.sendBeacon(location.pathname, "seen");
  };
  for (const sign of signs) addEventListener(sign, send, { passive: true });
  setTimeout(send, 3000);
}
