package main

import (
	"cmp"
	"fmt"
	"text/tabwriter"
	"time"

	"sanduq/core/office/server/collector"
	"sanduq/core/office/server/registry"
)

// keeping opens the registry for one command.
func (s *surroundings) keeping(do func(*registry.Registry) error) error {
	database, err := s.fitting()
	if err != nil {
		return err
	}
	db, err := collector.Connect(s.ctx, database, 0)
	if err != nil {
		return err
	}
	defer db.Close()
	return do(registry.New(db, time.Now))
}

// lines prints a table.
func lines[T any](s *surroundings, head string, all []T, line func(T) string) error {
	out := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(out, head) // Flush tells of what went wrong
	for _, one := range all {
		_, _ = fmt.Fprintln(out, line(one))
	}
	return out.Flush()
}

type tills struct{}

func (tills) Run(s *surroundings) error {
	return s.keeping(func(r *registry.Registry) error {
		all, err := r.Tills(s.ctx)
		if err != nil {
			return err
		}
		return lines(s, "NUMBER\tSHOP\tTILL\tKIND\tSTATE\tHEARD", all, func(t registry.Till) string {
			kind, heard := "live", "never"
			if t.Practice {
				kind = "practice"
			}
			if t.Heard != nil {
				heard = t.Heard.Format(time.DateTime)
			}
			return fmt.Sprintf("%d\t%s\t%s\t%s\t%s\t%s", t.Number, t.Shop, t.Name, kind, t.State, heard)
		})
	})
}

type shops struct{}

func (shops) Run(s *surroundings) error {
	return s.keeping(func(r *registry.Registry) error {
		all, err := r.Shops(s.ctx)
		if err != nil {
			return err
		}
		return lines(s, "SHOP\tTILLS\tZONE", all, func(x registry.Shop) string {
			return fmt.Sprintf("%s\t%d\t%s", x.Name, x.Tills, cmp.Or(x.Zone, "the page's"))
		})
	})
}

type people struct{}

func (people) Run(s *surroundings) error {
	return s.keeping(func(r *registry.Registry) error {
		all, err := r.People(s.ctx)
		if err != nil {
			return err
		}
		return lines(s, "NAME\tSHOPS\tSIGNS IN", all, func(p registry.Person) string {
			by, sees := "by password", p.Shops
			if p.SignOn {
				by = "with the company"
			}
			if sees == "" {
				sees = "all"
			}
			return fmt.Sprintf("%s\t%s\t%s", p.Name, sees, by)
		})
	})
}

type renameTill struct {
	one
	Name label `arg:"" help:"Its new name."`
}

func (x renameTill) Run(s *surroundings) error {
	return s.keeping(func(r *registry.Registry) error { return r.Rename(s.ctx, int64(x.Till), string(x.Name)) })
}

type moveTill struct {
	one
	Shop string `arg:"" help:"The shop, which is there already."`
}

func (x moveTill) Run(s *surroundings) error {
	return s.keeping(func(r *registry.Registry) error { return r.Move(s.ctx, int64(x.Till), x.Shop) })
}

type removeTill struct{ one }

func (x removeTill) Run(s *surroundings) error {
	return s.keeping(func(r *registry.Registry) error { return r.Remove(s.ctx, int64(x.Till)) })
}

type renameShop struct {
	Shop string `arg:"" help:"Its name."`
	Name label  `arg:"" help:"Its new name."`
}

func (x renameShop) Run(s *surroundings) error {
	return s.keeping(func(r *registry.Registry) error { return r.RenameShop(s.ctx, x.Shop, string(x.Name)) })
}

type setZone struct {
	Shop string `arg:"" help:"Its name."`
	Zone string `arg:"" optional:"" help:"As in Africa/Tunis; none is the page's own."`
}

func (x setZone) Run(s *surroundings) error {
	return s.keeping(func(r *registry.Registry) error { return r.SetZone(s.ctx, x.Shop, x.Zone) })
}

type removeShop struct {
	Shop string `arg:"" help:"Its name."`
}

func (x removeShop) Run(s *surroundings) error {
	return s.keeping(func(r *registry.Registry) error { return r.RemoveShop(s.ctx, x.Shop) })
}

type removePerson struct {
	Name string `arg:"" help:"The person's name."`
}

func (x removePerson) Run(s *surroundings) error {
	return s.keeping(func(r *registry.Registry) error { return r.RemovePerson(s.ctx, x.Name) })
}
