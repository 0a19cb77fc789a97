/** The package brings no types. */
declare module 'fs-native-extensions' {
  /** Locks the whole open file. False when another open file description holds a lock. */
  export function tryLock(fd: number): boolean
}
