export declare const serverArgs: readonly string[];
