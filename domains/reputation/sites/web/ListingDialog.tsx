import "@mantine/core/styles/Radio.layer.css";
import { Alert, Loader, Radio, Stack, Text } from "@mantine/core";
import { useCall } from "#core/web/call/useCall.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { type ReviewListing, reviewConnections } from "../contract.ts";
import { connectionTexts } from "./texts.ts";

const { businesses: texts } = connectionTexts;

interface Props {
  opened: boolean;
  onClose: () => void;
  site_id: number;
}

/** Chooses which of the account's businesses the location is. */
export function ListingDialog({ opened, onClose, site_id }: Props) {
  const params = { id: site_id };
  const { data, error } = useCall(reviewConnections.listings, { params }, { enabled: opened });
  const choose = useCallForm(reviewConnections.choose, {
    initialValues: { ref: "" },
    params,
    invalidates: [reviewConnections.all],
    onSuccess: onClose,
  });
  const { form } = choose;
  return (
    <FormDialog opened={opened} onClose={onClose} title={texts.title} action={texts.save} form={choose}>
      {error && <Alert color="red" title={error.message} />}
      {!data && !error && <Loader size="sm" />}
      {data?.listings.length === 0 && <Text>{texts.none}</Text>}
      {data && data.listings.length > 0 && (
        <Radio.Group label={texts.label} description={texts.about(data.account)} {...form.getInputProps("ref")}>
          <Stack gap="xs" mt="xs">
            {data.listings.map((business) => (
              <Radio
                key={business.ref}
                value={business.ref}
                label={business.title}
                description={[business.address, hindranceOf(business)].filter(Boolean).join(" · ")}
                disabled={hindranceOf(business) !== ""}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </FormDialog>
  );
}

/** Why a business can't be chosen; empty when it can. */
function hindranceOf({ is_verified, used_by }: ReviewListing): string {
  if (used_by !== "") return texts.used(used_by);
  return is_verified === 1 ? "" : texts.notVerified;
}
