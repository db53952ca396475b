import { Button, FileButton, Group, Input } from "@mantine/core";
import { IconPhoto } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import classes from "#domains/templates/web/TemplateFields.module.css";
import { templateTexts } from "./texts.ts";

const { picture: texts } = templateTexts;

interface Props {
  picture: Pick<Picture, "shown" | "choose" | "remove">;
  isBusy?: boolean;
  error?: string | undefined;
}

/** Adds a picture to a text, or takes it off. */
export function PictureField({ picture, isBusy = false, error }: Props) {
  return (
    <div className={classes.picture}>
      <IconPhoto size={18} aria-hidden />
      <div>
        <strong>{texts.title}</strong>
        <span>{texts.about}</span>
        {error && <Input.Error role="alert">{error}</Input.Error>}
      </div>
      <Group gap="xs">
        <FileButton
          accept="image/png,image/jpeg,image/webp,image/gif"
          onChange={(file) => file && picture.choose(file)}
        >
          {(props) => (
            <Button variant="default" loading={isBusy} {...props}>
              {picture.shown ? texts.change : texts.add}
            </Button>
          )}
        </FileButton>
        {picture.shown && (
          <Button variant="subtle" color="gray" onClick={picture.remove}>
            {texts.remove}
          </Button>
        )}
      </Group>
    </div>
  );
}

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
