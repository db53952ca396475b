import { Button } from "@mantine/core";
import { IconAddressBook, IconUpload } from "@tabler/icons-react";
import { EmptyState } from "#core/web/layout/EmptyState.tsx";
import { Can } from "#core/web/session/Can.tsx";
import { uploads } from "#domains/customers/upload/contract.ts";
import { customerTexts } from "./texts.ts";

/** In place of the customers of a location that has none yet. */
export function NoCustomers({ onUpload }: { onUpload: () => void }) {
  return (
    <EmptyState
      icon={IconAddressBook}
      action={
        <Can use={uploads.copyFromTemp}>
          <Button variant="default" leftSection={<IconUpload size={16} aria-hidden />} onClick={onUpload}>
            {customerTexts.import}
          </Button>
        </Can>
      }
    >
      {customerTexts.none}
    </EmptyState>
  );
}
