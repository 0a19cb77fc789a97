/** The catalogue key of a permission; its help has the suffix `.help`. */
export const permissionKey = (permission: string): string => `permission.${permission.replace(':', '.')}`
