declare module 's3rver' {
  type Options = {
    port: number;
    address: string;
    directory: string;
    silent: boolean;
    configureBuckets: { name: string; configs: string[] }[];
  };
  // biome-ignore lint/style/noDefaultExport: the package has no other export.
  export default class S3rver {
    constructor(options: Options);
    run(): Promise<unknown>;
    close(): Promise<void>;
  }
}
