/** CPU time of this thread, ms: unlike the clock, it does not depend on how busy the machine is. */
export function cpuTime(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage();
  return (user + system) / 1e3;
}
