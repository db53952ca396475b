import { Button, FileButton, Group, Input } from "@mantine/core";
import { toast } from "#core/web/feedback/toast.tsx";
import { Initials } from "#core/web/layout/Initials.tsx";
import { readPhoto } from "#domains/accounts/settings/web/public.tsx";

/** A chosen photo that is not uploaded yet: its preview and the file to send. */
export interface ChosenPhoto {
  readonly dataUrl: string;
  readonly file: File;
}

interface Props {
  /** Shown without a photo. */
  initials: string;
  seed: string;
  /** URL of the stored photo. */
  image: string | null;
  chosen: ChosenPhoto | undefined;
  onChoose: (photo: ChosenPhoto) => void;
  error?: React.ReactNode;
}

/** Lets someone choose a photo, with a preview. */
export function PhotoField({ initials, seed, image, chosen, onChoose, error }: Props) {
  const choose = async (file: File | null) => {
    if (!file) return;
    const dataUrl = await readPhoto(file);
    if (dataUrl) onChoose({ dataUrl, file: fileOf(dataUrl) });
    else toast.error("This picture can't be opened. Choose another one");
  };
  return (
    <div>
      <Group>
        <Initials initials={initials} seed={seed} size={72} image={chosen?.dataUrl ?? image} />
        <FileButton accept="image/png,image/jpeg,image/webp,image/gif" onChange={choose}>
          {(props) => (
            <Button variant="default" {...props}>
              {(chosen ?? image) ? "Change photo" : "Add photo"}
            </Button>
          )}
        </FileButton>
      </Group>
      {error && <Input.Error mt="xs">{error}</Input.Error>}
    </div>
  );
}

/** Sends the small preview, because original photos from phones are many times larger. */
function fileOf(dataUrl: string): File {
  const text = atob(dataUrl.slice(dataUrl.indexOf(",") + 1));
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
  return new File([bytes], "photo.jpg", { type: "image/jpeg" });
}
