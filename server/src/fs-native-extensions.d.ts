/** The package has no types. */
declare module 'fs-native-extensions' {
  /** Locks the whole open file. False if another open file description holds a lock. */
  export function tryLock(fd: number): boolean
}
