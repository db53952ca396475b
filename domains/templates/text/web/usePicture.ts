import { useEffect, useState } from "react";

interface ChosenPicture {
  readonly file: File;
  readonly url: string;
}

/** The picture of a form: the saved one, another that isn't uploaded yet, or none. */
export function usePicture(saved: string | null) {
  const [chosen, setChosen] = useState<ChosenPicture | "removed">();
  const url = typeof chosen === "object" ? chosen.url : undefined;
  useEffect(() => () => (url === undefined ? undefined : URL.revokeObjectURL(url)), [url]);
  const file = typeof chosen === "object" ? chosen.file : undefined;
  return {
    /** What is shown; null without one. */
    shown: chosen === "removed" ? null : (url ?? saved),
    files: file && { image: file },
    isRemoved: chosen === "removed",
    isChanged: chosen !== undefined,
    choose: (file: File) => setChosen({ file, url: URL.createObjectURL(file) }),
    remove: () => setChosen(saved === null ? undefined : "removed"),
    /** After it was saved. */
    forget: () => setChosen(undefined),
  };
}
export type Picture = ReturnType<typeof usePicture>;
