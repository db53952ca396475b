import { Button, FileButton, Group, Input } from "@mantine/core";
import { IconPhoto } from "@tabler/icons-react";
import classes from "../../web/TemplateFields.module.css";
import { templateTexts } from "./texts.ts";
import type { Picture } from "./usePicture.ts";

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
