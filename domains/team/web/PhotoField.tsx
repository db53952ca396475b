import { Button, FileButton, Group, Input } from "@mantine/core";
import { Initials } from "#core/web/Initials.tsx";
import { toast } from "#core/web/toast.tsx";
import { readPhoto } from "#domains/accounts/settings/web/public.tsx";

/** A picture that was chosen and is not sent yet: how it looks, and what is sent of it. */
export interface ChosenPhoto {
  readonly shown: string;
  readonly file: File;
}

interface Props {
  /** What stands in its place. */
  initials: string;
  seed: string;
  /** The one that is kept, and the one that was chosen instead. */
  image: string | null;
  chosen: ChosenPhoto | undefined;
  onChoose: (photo: ChosenPhoto) => void;
  error?: React.ReactNode;
}

/** Chooses somebody's picture, and shows how it will look. */
export function PhotoField({ initials, seed, image, chosen, onChoose, error }: Props) {
  const choose = async (file: File | null) => {
    if (!file) return;
    const shown = await readPhoto(file);
    if (shown) onChoose({ shown, file: fileOf(shown) });
    else toast.error("This picture can't be read. Please choose another one");
  };
  return (
    <div>
      <Group>
        <Initials of={initials} seed={seed} size={72} image={chosen?.shown ?? image} />
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

/** The small square that is shown is what is sent: a phone's own picture is many times as large. */
function fileOf(address: string): File {
  const text = atob(address.slice(address.indexOf(",") + 1));
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  return new File([bytes], "photo.jpg", { type: "image/jpeg" });
}
