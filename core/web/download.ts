/** Hands a text over to the browser as a file to save. */
export function saveFile(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken it when the click is done.
  setTimeout(() => URL.revokeObjectURL(address));
}

/** Saves what an address answers as a file; the address says that it is one to save. */
export function followDownload(address: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = "";
  link.click();
}
