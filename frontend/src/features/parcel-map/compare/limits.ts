/** Most sites side by side. */
export const mostSites = 6;
