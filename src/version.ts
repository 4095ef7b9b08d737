/** The version of the package, fixed when it is bundled. */
export const version: string = process.env.TREELINE_VERSION ?? "development";
