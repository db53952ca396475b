import { ActionIcon, Anchor, Modal } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import type { KeyboardEvent } from "react";
import type { UploadedFile } from "#domains/inbox/sync/web/drafts.ts";
import classes from "./PictureDialog.module.css";

interface Props {
  opened: boolean;
  pictures: readonly UploadedFile[];
  author: string;
  chosen: number;
  onChosen: (index: number) => void;
  onClose: () => void;
}

/** A picture as large as the screen allows, with its neighbors. */
export function PictureDialog({ opened, pictures, author, chosen, onChosen, onClose }: Props) {
  const picture = pictures[chosen];
  const hasSeveral = pictures.length > 1;
  const go = (by: number) => onChosen((chosen + by + pictures.length) % pictures.length);
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (hasSeveral && key === "ArrowLeft") go(-1);
    if (hasSeveral && key === "ArrowRight") go(1);
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={picture?.name}
      size="auto"
      centered
      onKeyDown={onKeyDown}
      classNames={{ title: classes.title }}
    >
      {picture && <img className={classes.picture} src={picture.url} alt={`From ${author}: ${picture.name}`} />}
      <div className={classes.below}>
        {hasSeveral && (
          <>
            <ActionIcon variant="default" size="lg" aria-label="Previous picture" onClick={() => go(-1)}>
              <IconChevronLeft size={20} aria-hidden />
            </ActionIcon>
            <span role="status">
              {chosen + 1} of {pictures.length}
            </span>
            <ActionIcon variant="default" size="lg" aria-label="Next picture" onClick={() => go(1)}>
              <IconChevronRight size={20} aria-hidden />
            </ActionIcon>
          </>
        )}
        {picture && (
          <Anchor href={picture.url} download={picture.name} className={classes.save}>
            Save picture
          </Anchor>
        )}
      </div>
    </Modal>
  );
}
