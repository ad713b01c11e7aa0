// Reads a compose file as Docker Compose does and prints the project, with its variables filled in, as JSON.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"
)

func main() {
	project, err := load()
	if err == nil {
		var text []byte
		if text, err = project.MarshalJSON(); err == nil {
			fmt.Println(string(text))
			return
		}
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func load() (*types.Project, error) {
	options, err := cli.NewProjectOptions(os.Args[1:], cli.WithOsEnv, cli.WithProfiles([]string{"*"}))
	if err != nil {
		return nil, err
	}
	return options.LoadProject(context.Background())
}
