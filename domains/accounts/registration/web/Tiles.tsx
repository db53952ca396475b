import { Input, Skeleton } from "@mantine/core";
import {
  IconBuildingStore,
  IconCar,
  IconCaravan,
  IconCarGarage,
  IconMail,
  IconMessage,
  IconMotorbike,
  IconPlugConnected,
  IconSettings,
  IconStar,
  IconTool,
  IconTruck,
  IconUsers,
} from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { useId } from "react";
import type { CallError } from "#core/client.ts";
import { LoadFailure } from "#core/web/feedback/LoadFailure.tsx";
import type { Icon } from "#core/web/layout/screenDeclaration.ts";
import type { RegistrationChoice } from "../contract.ts";
import classes from "./Tiles.module.css";

interface Props {
  /** Id of the label element. */
  labelledBy: string;
  query: UseQueryResult<unknown, CallError>;
  choices: readonly RegistrationChoice[] | undefined;
  value?: unknown;
  onChange?: (value: string) => void;
  onPointerDown?: () => void;
  error?: React.ReactNode;
  /** Mantine's form locates the field by it. */
  "data-path"?: string;
}

/** Radio buttons that look like tiles, with their native keyboard behavior. */
export function Tiles({
  labelledBy,
  query,
  choices = [],
  value,
  onChange,
  onPointerDown,
  error,
  "data-path": path,
}: Props) {
  const name = useId();
  if (query.isPending) return <TilesSkeleton />;
  if (query.isError) {
    return <LoadFailure failure={query.error} retry={query.refetch} />;
  }
  const first = choices[0]?.id;
  return (
    <div>
      <div
        role="radiogroup"
        aria-labelledby={labelledBy}
        aria-required
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${name}-error` : undefined}
        className={classes.tiles}
        data-error={error ? true : undefined}
        onPointerDown={onPointerDown}
      >
        {choices.map(({ id, slug, title }) => {
          const Icon = choiceIcon(slug);
          return (
            <label key={id} className={classes.tile}>
              <input
                type="radio"
                name={name}
                checked={String(id) === String(value)}
                onChange={() => onChange?.(String(id))}
                data-path={id === first ? path : undefined}
              />
              <Icon size={24} stroke={1.6} aria-hidden />
              <span>{title}</span>
            </label>
          );
        })}
      </div>
      {error && (
        <Input.Error id={`${name}-error`} mt={6}>
          {error}
        </Input.Error>
      )}
    </div>
  );
}

function TilesSkeleton() {
  return (
    <div className={classes.tiles} aria-busy>
      {["a", "b", "c", "d"].map((each) => (
        <Skeleton key={each} height={84} radius="md" />
      ))}
    </div>
  );
}

const icons: Record<string, Icon> = {
  "new-car-dealership": IconCar,
  "used-car-dealership": IconCarGarage,
  "motorcycle-powersports": IconMotorbike,
  "rv-marine": IconCaravan,
  "truck-commercial": IconTruck,
  "service-repair": IconTool,
  "parts-accessories": IconSettings,
  crm: IconUsers,
  "email-marketing": IconMail,
  "text-marketing": IconMessage,
  "reputation-management": IconStar,
  "marketing-integrations": IconPlugConnected,
};

/** The icon of an industry or a feature; unknown slugs get a default. */
function choiceIcon(slug: string): Icon {
  return icons[slug] ?? IconBuildingStore;
}
