import { useLocation, useNavigate, useParams } from "react-router";
import { customersPath } from "./customersPath.ts";

export interface ListFilterState {
  /** `all`, `none`, or a list's id. */
  filter: string;
  /** The list whose customers are shown. */
  list_id: number | undefined;
  filterBy: (filter: string) => void;
  isUploading: boolean;
  openUpload: () => void;
  closeUpload: () => void;
}

/** The list filter and whether the upload dialog is open; both live in the URL's path. */
export function useListFilter(): ListFilterState {
  const { list_id: filter = "all", upload } = useParams();
  const { search } = useLocation();
  const navigate = useNavigate();
  return {
    filter,
    list_id: Number(filter) || undefined,
    filterBy: (next) => navigate(customersPath(next, { search, firstPage: true })),
    isUploading: upload === "new",
    openUpload: () => navigate(customersPath(filter, { search, upload: true })),
    closeUpload: () => navigate(customersPath(filter, { search }), { replace: true }),
  };
}
