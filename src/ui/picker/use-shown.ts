import { useEffect } from "react";
import type { ListRow } from "../../model/arrange.ts";
import type { Catalog, CatalogSnapshot } from "../../store/catalog.ts";

/** Where the system does not tell of changes, what is on the screen is looked at more often than the rest. */
export function useShown(catalog: Catalog, { watching }: CatalogSnapshot, visible: readonly ListRow[]): void {
  const paths = watching.kind === "polling" ? visible.map(({ session }) => session.path).join("\0") : "";
  useEffect(() => {
    if (paths !== "") catalog.show(paths.split("\0"));
  }, [catalog, paths]);
}
