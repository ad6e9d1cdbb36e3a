#!/usr/bin/env bash
# Makes grpc-go/routeguide/ and src/places/grpc/gen/ from the service’s proto. What it makes is committed: building
# needs none of this.
set -euo pipefail
cd "$(dirname "$0")"

buf=@bufbuild/buf@1.75.0
need() {
  command -v "$1" > /dev/null || {
    echo "generate.sh: found no $1, expected it on the PATH: $2" >&2
    exit 1
  }
}
need go 'Go 1.26 or newer, https://go.dev/dl/, which builds protoc-gen-go and protoc-gen-go-grpc'
need npx "npm, https://nodejs.org/, which fetches $buf, the compiler of protos"

plugins=$(mktemp -d)
trap 'rm -rf "$plugins"' EXIT
(
  cd grpc-go
  # One version of protobuf for what is made and for what runs it: that of go.mod.
  go build -o "$plugins/" google.golang.org/protobuf/cmd/protoc-gen-go
  GOBIN=$plugins go install google.golang.org/grpc/cmd/protoc-gen-go-grpc@v1.6.2

  plugin() { printf '{"local":"%s","out":"routeguide","opt":"paths=source_relative"}' "$plugins/$1"; }
  npx --yes "$buf" generate .. --path ../route_guide.proto --template \
    "{\"version\":\"v2\",\"plugins\":[$(plugin protoc-gen-go),$(plugin protoc-gen-go-grpc)]}"
  gofmt -l routeguide
)
cd ..
npx --yes -p "$buf" -p @bufbuild/protoc-gen-es@2.17.0 buf generate bench-servers \
  --path bench-servers/route_guide.proto --template src/places/grpc/gen/buf.gen.yaml
npx prettier --write src/places/grpc/gen
