import { Button } from "@mantine/core";
import { IconArrowMerge, IconUpload, IconUserPlus } from "@tabler/icons-react";
import type { ComponentProps } from "react";
import { Link } from "react-router";
import { Can } from "#core/web/session/Can.tsx";
import { ExportButton } from "#domains/customers/export/web/ExportButton.tsx";
import { uploads } from "#domains/customers/upload/contract.ts";
import { duplicates } from "#domains/duplicates/contract.ts";
import { customers } from "../contract.ts";

interface Props {
  /** The table's filters, which an export follows. */
  filters: ComponentProps<typeof ExportButton>;
  onUpload: () => void;
  onCreate: () => void;
}

/** The buttons beside the heading of the customers screen. */
export function CustomersActions({ filters, onUpload, onCreate }: Props) {
  return (
    <>
      <Can use={duplicates.all}>
        <Button
          component={Link}
          to="/customers/duplicates"
          variant="default"
          leftSection={<IconArrowMerge size={18} aria-hidden />}
        >
          Find duplicates
        </Button>
      </Can>
      <ExportButton {...filters} />
      <Can use={uploads.copyFromTemp}>
        <Button variant="default" leftSection={<IconUpload size={18} aria-hidden />} onClick={onUpload}>
          Upload customers
        </Button>
      </Can>
      <Can use={customers.add}>
        <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={onCreate}>
          Create a customer
        </Button>
      </Can>
    </>
  );
}
